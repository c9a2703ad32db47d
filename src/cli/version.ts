/** Of the service and of its interface: they move together. Held against package.json by a test. */
export const SERVICE_VERSION = '1.1.0'
