import { describe, expect, it } from 'vitest'
import { isCatalogueEntry } from './catalogue.ts'

/** Length of "A fast editor for text. License: free. Size: 3 MB." */
const SHORT = 50
const LONG = 300

describe('an entry of a catalogue', () => {
  it.each([
    'Foo 1.2.10',
    'Foo v2.0 beta 3',
    'foo-1.2',
    'Foo Bar 2007 build 123',
    'Foo Released 2.1',
    'Foo 2.1 released',
    'Foo Version 1.0.2',
    'Foo 0.6.0.3902 Beta',
    'Foo Deluxe 5.2 RC',
    'Foo 2007.10.05',
    "Foo 'Basic' Edition 1.0 build 1072",
    'Foo Drivers for Windows (32-bit) 163.75 Beta',
    'Foo Project 0.7 RC1 Beta',
    'Foo (Formerly Bar) 0.9.9.1a',
    'Foo Free Edition 7.5 Build 488a1157',
    'Foo 7.1a3 (Development branch)',
    'Foo::Parser 0.0.7',
    'Foo Lite 6.2.20-24',
    'No Foo Today! for Workstations v3.0.4.4',
    'Foo.js 25.8.0 (Current)',
    'Foo Virus Definitions October 5, 2007',
    'Foo Anti-Virus Updates October 5, 2007',
    'Foo 5.0.5 发布',
    '微聊8.0.50 正式版',
    '프로그램 1.2.3 출시',
    'Das Programm 2.1 veröffentlicht',
  ])('is a name and a version with a short text: %s', (title) => {
    expect(isCatalogueEntry(title, SHORT)).toBe(true)
    expect(isCatalogueEntry(title, LONG)).toBe(false)
  })

  it('is marked as one by some directories, whatever its length', () => {
    expect(isCatalogueEntry('Update - Freeware - Foo Free Edition v3.2.10', LONG)).toBe(true)
    expect(isCatalogueEntry('NEW - Trial - Foo v5.7', LONG)).toBe(true)
    expect(isCatalogueEntry('Update - Ferry still aground', SHORT)).toBe(false)
  })

  it.each([
    'iPhone 17',
    'Windows 11',
    'Windows 11 beta',
    'Apollo 13',
    'Formula 1',
    'Se7en 2',
    'World Cup 2026',
    'Budget 2026',
    'Area 51',
    'Catch-22',
    'Boeing 737',
    'Star Wars: Episode 4',
    'Ford Flathead V8',
    'DeepSeek V4 发布',
    'Firefox 3.0 is out',
    'Firefox 3.0 arrives with a new engine',
    'Mariner Software releases Montage 1.3 beta',
    'Apple posts Battery Update 1.3',
    'Review: openSUSE 10.3',
    'Anna Morren: towards Foo 0.96',
    'KDE 4.0 release event announced',
    'Bitcoin falls to 71.5',
    'Inflation slows to 2.4',
    'Quake of magnitude 6.1',
    'Quake of magnitude 7.1 strikes Chile',
    'Lender in $5.5bn loss',
    'Arsenal - Chelsea 2-1',
    'Links for March 10, 2014',
    '某地发生5.2级地震，三人失联',
    '某某旗下多项产品服务全部接入 Foo 2.0',
  ])('is no headline: %s', (title) => {
    expect(isCatalogueEntry(title, SHORT)).toBe(false)
    expect(isCatalogueEntry(title, 0)).toBe(false)
  })

  it('is no release in a list of titles alone, unless the version is exact', () => {
    expect(isCatalogueEntry('Python 3.14 released', 0)).toBe(false)
    expect(isCatalogueEntry('Foo 5.0.5 发布', 0)).toBe(true)
  })
})
