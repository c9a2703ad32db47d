import { describe, expect, it } from 'vitest'
import { createAddressGuard } from './address-guard.ts'

/** Special-purpose addresses of IANA's registries, and their disguises in IPv6. */
const NOT_PUBLIC = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '100.127.255.254',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.1.1.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::192.168.0.1',
  '168.63.129.16',
  '4000::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '::ffff:169.254.169.254',
  '64:ff9b::7f00:1',
  '64:ff9b:1::a00:1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
]

describe('the address guard', () => {
  it.each(NOT_PUBLIC)('refuses %s', (address) => {
    const permits = createAddressGuard([])

    expect(permits(address)).toBe(false)
    expect(permits(`[${address}]`)).toBe(false)
  })

  it.each([
    '93.184.216.34',
    '1.1.1.1',
    '::ffff:1.1.1.1',
    '64:ff9b::1.1.1.1',
    '2606:2800:220:1:248:1893:25c8:1946',
    '2a00:1450:4001:81b::200e',
  ])('permits the public %s', (address) => {
    expect(createAddressGuard([])(address)).toBe(true)
  })

  it.each(['', 'example.org', '999.1.1.1', '1.2.3.4.5', 'localhost'])(
    'refuses %j, which is no address',
    (address) => {
      expect(createAddressGuard(['0.0.0.0/0', '::/0'])(address)).toBe(false)
    },
  )

  it('permits the blocks that an operator names, and nothing beside them', () => {
    const permits = createAddressGuard(['127.0.0.0/8', '192.168.7.0/24', 'fd00::/16', '10.1.2.3'])

    expect(
      ['127.9.9.9', '192.168.7.1', 'fd00::1', '10.1.2.3', '::ffff:127.0.0.1'].map((address) =>
        permits(address),
      ),
    ).toEqual([true, true, true, true, true])
    expect(['192.168.8.1', 'fd01::1', '10.1.2.4', '::1'].map((address) => permits(address))).toEqual([
      false,
      false,
      false,
      false,
    ])
  })

  it('takes a permitted IPv4 block for its disguises, and a block in the form of IPv6', () => {
    const plain = createAddressGuard(['10.0.0.0/8'])
    const mapped = createAddressGuard(['::ffff:10.0.0.0/104', '::ffff:127.0.0.1'])
    const translated = createAddressGuard(['64:ff9b::/96'])

    expect(['64:ff9b::10.1.2.3', '::ffff:10.1.2.3'].map(plain)).toEqual([true, true])
    expect(['10.1.2.3', '::ffff:10.1.2.3', '127.0.0.1', '127.0.0.2'].map(mapped)).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect(['64:ff9b::10.1.2.3', '10.1.2.3'].map(translated)).toEqual([true, false])
  })

  it('refuses to start with a block that is none', () => {
    expect(() => createAddressGuard(['127.0.0.0/99'])).toThrow(RangeError)
  })
})
