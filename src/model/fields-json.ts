/** The fields of an object, as they stand in JSON between the braces. */
export function fieldsJson(object: object): Buffer {
  return Buffer.from(JSON.stringify(object).slice(1, -1))
}
