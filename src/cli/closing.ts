/** Uses what was opened, and closes it however that ends. */
export async function closing<T extends { close(): unknown } | undefined, R>(
  opened: T,
  use: (opened: T) => Promise<R>,
): Promise<R> {
  try {
    return await use(opened)
  } finally {
    await opened?.close()
  }
}
