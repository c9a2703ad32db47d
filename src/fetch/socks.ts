/**
 * Re-exports the package from a separate file: the bundler loses the names of a dynamically imported CommonJS module.
 */
export { SocksClient } from 'socks'
