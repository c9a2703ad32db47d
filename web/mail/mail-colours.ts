/**
 * Colours of mails, light and dark, as in `style/colours.css`: mail programs know neither `light-dark()` nor variables.
 */
export const MAIL_COLOURS = {
  paper: { light: '#fbfaf7', dark: '#14161a' },
  ink: { light: '#1b1a17', dark: '#e9e7e1' },
  soft: { light: '#4b4842', dark: '#b9b6ae' },
  faint: { light: '#6b675f', dark: '#8f8c85' },
  rule: { light: '#e2dfd6', dark: '#2b2f36' },
  accent: { light: '#a3330c', dark: '#ff9d73' },
  link: { light: '#174f86', dark: '#8fc1f5' },
} as const

export type MailColour = keyof typeof MAIL_COLOURS

/** The style of a mail's head: dark colours for programs that follow the system, and black on white on paper. */
export function darkStyle(): string {
  const rules = Object.entries(MAIL_COLOURS).map(([name, { dark }]) => {
    if (name === 'paper') return `.c-paper{background:${dark}!important}`
    if (name === 'rule') return `.c-rule{border-color:${dark}!important}`
    return `.c-${name}{color:${dark}!important}`
  })
  return `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${rules.join('')}}@media print{.c-paper{background:none!important}}`
}
