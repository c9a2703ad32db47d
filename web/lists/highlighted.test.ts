import { describe, expect, it } from 'vitest'
import { highlighted } from './item-list.tsx'

const shape = (html: string) =>
  highlighted(html).map((part) =>
    typeof part === 'string' ? part : { [String(part.type)]: part.props.children },
  )

describe('highlighted', () => {
  it('makes marks of marks and text of the rest', () => {
    expect(shape('the <mark>run</mark> &amp; the <mark>ran</mark>')).toEqual([
      'the ',
      { mark: 'run' },
      ' & the ',
      { mark: 'ran' },
      '',
    ])
  })

  it('takes whatever else looks like a tag for text', () => {
    expect(shape('<img src=x onerror=alert(1)> <mark><b>x</b></mark> &lt;script&gt;')).toEqual([
      '<img src=x onerror=alert(1)> ',
      { mark: '<b>x</b>' },
      ' <script>',
    ])
  })
})
