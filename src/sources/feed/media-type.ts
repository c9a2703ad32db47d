const BY_ENDING: Readonly<Record<string, string>> = {
  aac: 'audio/aac',
  flac: 'audio/flac',
  m4a: 'audio/mp4',
  m4b: 'audio/mp4',
  mp3: 'audio/mpeg',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  wav: 'audio/wav',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  mp4: 'video/mp4',
  ogv: 'video/ogg',
  webm: 'video/webm',
  avif: 'image/avif',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  epub: 'application/epub+zip',
  pdf: 'application/pdf',
  zip: 'application/zip',
}

/**
 * Gives the media type of a file: the stated one, else that of the address's ending.
 *
 * @param stated may say nothing: `application/octet-stream`, or no type at all
 */
export function mediaTypeOf(stated: string | undefined, url: string): string | null {
  const type = stated?.trim() ?? ''
  if (type.includes('/') && !/^(?:application|binary)\/octet-stream\b/i.test(type)) return type
  const ending = /\.([a-z0-9]{3,4})$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? ''
  return (Object.hasOwn(BY_ENDING, ending) ? BY_ENDING[ending] : undefined) ?? (type === '' ? null : type)
}
