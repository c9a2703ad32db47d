/** JSON of an object's fields, without its braces. */
export function fieldsJson(object: object): Buffer {
  return Buffer.from(JSON.stringify(object).slice(1, -1))
}
