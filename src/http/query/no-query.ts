import * as z from 'zod'

/** Of a path that takes no parameter: any is unknown. */
export const NoQuery = z.strictObject({})
