import { Socket } from 'node:net'

/** Every address that this process tries to connect to while it watches, whether or not anybody answers there. */
export interface Attempts {
  readonly addresses: readonly string[]
  forget(): void
  end(): void
}

export function watchAttempts(): Attempts {
  const addresses: string[] = []
  const note = (address: string): void => void addresses.push(address)
  // TLS sockets connect by the same method. Node tells of each attempt after the name is found, before the packet leaves.
  const connect: unknown = Reflect.get(Socket.prototype, 'connect')
  if (typeof connect !== 'function') throw new TypeError('sockets connect in another way now')
  Reflect.set(Socket.prototype, 'connect', function watched(this: Socket, ...args: unknown[]): unknown {
    this.on('connectionAttempt', note)
    return Reflect.apply(connect, this, args)
  })
  return {
    addresses,
    forget: () => void addresses.splice(0),
    end: () => void Reflect.set(Socket.prototype, 'connect', connect),
  }
}
