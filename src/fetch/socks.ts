/** The package itself, in a file of its own: the bundler finds no names where CommonJS is imported dynamically. */
export { SocksClient } from 'socks'
