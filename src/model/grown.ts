export type Growing = Float64Array | Float32Array | Int32Array | Uint8Array | Uint16Array | Uint32Array

/** A copy of at least `length` elements, filled up with zeros. */
export function grown<A extends Growing>(from: A, length: number): A {
  const to = new (from.constructor as new (length: number) => A)(Math.max(from.length, length))
  to.set(from)
  return to
}
