export type Growing = Float64Array | Float32Array | Int32Array | Uint8Array | Uint16Array | Uint32Array

/** Copies an array to at least `length` elements, padded with zeros. */
export function grown<A extends Growing>(from: A, length: number): A {
  const to = new (from.constructor as new (length: number) => A)(Math.max(from.length, length))
  to.set(from)
  return to
}
