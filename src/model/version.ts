/** Version of the service and of its API. A test compares it with package.json. */
export const SERVICE_VERSION = '1.2.0'
