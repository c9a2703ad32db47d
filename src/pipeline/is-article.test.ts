import { describe, expect, it } from 'vitest'
import { bridgeEntries } from '../../test/an-entry.ts'
import type { ArticlePage } from '../sources/article/article-page.ts'
import { isArticle, withOneText } from './is-article.ts'

const anEntry = bridgeEntries(Date.UTC(2026, 4, 4, 12))
const URL_OF = 'https://tide.example/2026/bridge-opens'

function aPage(title: string, text: string): ArticlePage {
  return {
    title,
    contentHtml: text === '' ? undefined : `<p>${text}</p>`,
    description: undefined,
    author: undefined,
    imageUrl: undefined,
    publishedAt: undefined,
  }
}

function judge(entryTitle: string, title: string, text: string, finalUrl = URL_OF): boolean {
  return isArticle(anEntry({ title: entryTitle, url: URL_OF }), aPage(title, text), finalUrl)
}

const FILLER =
  'The mayor spoke first, then the engineers, and the band of the fire brigade played until the rain came down from the hills. '

/** Title and text of pages that come in place of "A bridge opens over the Arn". */
const WALLS: readonly (readonly [string, string])[] = [
  [
    'Before you continue',
    'We and our 842 partners store and/or access information on a device. Accept all or reject all.',
  ],
  [
    'Tide Times',
    'We value your privacy. We use cookies to improve your visit. Manage your preferences or accept all cookies.',
  ],
  [
    'Cookies zustimmen | Tide',
    'Um der Nutzung mit Werbung zuzustimmen, muss JavaScript aktiviert sein. Wir und unsere Partner speichern Informationen auf einem Gerät.',
  ],
  [
    'Tide',
    'Wir und unsere bis zu 185 Partner verwenden Cookies und verarbeiten personenbezogene Daten. Alle akzeptieren oder Cookie-Einstellungen.',
  ],
  [
    'Gestion des cookies',
    'Nous et nos partenaires utilisons des cookies. Tout accepter ou continuer sans accepter.',
  ],
  [
    'El Puente',
    'Nosotros y nuestros socios tratamos datos personales. Al hacer clic en aceptar todo nos da su permiso.',
  ],
  ['Il Ponte', 'Noi e i nostri partner trattiamo dati personali. Accetta tutto o gestisci le preferenze.'],
  ['De Brug', 'Wij en onze partners maken gebruik van cookies. Alles accepteren of voorkeuren beheren.'],
  ['Most', 'My i nasi partnerzy używamy plików cookies. Akceptuję. Dane osobowe są przetwarzane.'],
  ['Log in - Tide Times', 'Email Password Forgot your password?'],
  [
    'Tide Times',
    'Please log in to continue. Already a subscriber? Create an account to continue reading this story.',
  ],
  ['Anmelden', 'E-Mail Passwort Passwort vergessen? Noch kein Konto? Jetzt registrieren.'],
  ['Le Pont', 'Connectez-vous. Mot de passe oublié ? Article réservé aux abonnés. Déjà abonné ?'],
  ['ログイン | 橋', 'メールアドレス パスワード パスワードをお忘れの方'],
  ['Not found', 'Page not found Sorry, the page that you were looking for does not exist.'],
  ['404', 'Nothing here.'],
  ['Oops! | Tide', 'Something went wrong. Go back to the homepage.'],
  ['Seite nicht gefunden – Tide', 'Die gesuchte Seite existiert nicht. Zur Startseite'],
  ['Page introuvable', 'La page demandée est introuvable. Retour à la page d’accueil'],
  ['Страница не найдена', 'К сожалению, страница не найдена. На главную'],
  ['页面不存在', '您访问的页面不存在或已删除'],
  ['Tide Times', 'Please enable JavaScript to use this site.'],
  ['Error', 'Something went wrong on our side. Our engineers work on it.'],
  ['503 Service Unavailable', 'The server is busy.'],
  ['Tide Times', 'We are sorry. The service is temporarily unavailable. Please try again later.'],
  ['451', 'Unavailable due to legal reasons. Access cannot be granted from your country.'],
  ['Tide Times', 'You must be at least 18 years old to view this page. Please confirm your date of birth.'],
  ['Tide', 'Checking your browser before accessing tide.example. This process is automatic.'],
  ['Tide', 'Please complete the security check to access tide.example'],
  ['Tide', 'Перевірка вашого браузера. Зачекайте.'],
  ['Tide', 'Подтвердите, что вы не робот'],
  ['Tide', 'Your browser is out of date. Please update it.'],
  ['Tide', 'Bitte deaktivieren Sie Ihren Adblocker, um weiterzulesen.'],
  ['Tide', 'It looks like you are using an ad blocker. Please turn it off.'],
  ['Tide', 'Unfortunately, our website is currently unavailable in most European countries.'],
  ['Tide', 'Sorry, this page isn’t available. The link you followed may be broken.'],
  ['Tide', 'This article has been deleted by its author.'],
  ['Tide', 'You are being redirected. Click here if nothing happens.'],
  ['Tide', 'You are about to leave our website.'],
  ['Tide', 'Click here if you are not redirected within five seconds.'],
  ['Tide', 'Loading...'],
  ['Site under maintenance', 'We will be back soon.'],
  ['Tide', 'This domain is for sale. Buy it.'],
  ['Index of /', 'Parent Directory a.html b.html'],
  ['Welcome to nginx!', 'The nginx web server is successfully installed and working.'],
  ['Tide', 'This account has been suspended. Contact your hosting provider.'],
  ['Tide', 'Error establishing a database connection'],
  ['Tide', 'Fatal error: Uncaught Error: Call to undefined function in /var/www/index.php:12'],
  ['Strona nie istnieje', 'Sprawdź adres.'],
  ['Sayfa bulunamadı', 'Adresi kontrol edin.'],
  ['Sivua ei löytynyt', 'Tarkista osoite.'],
  ['Tide Times', 'Our systems have detected unusual traffic. Please verify you are a human.'],
]

/** Titles of entries with titles and texts of their true pages. */
const ARTICLES: readonly (readonly [string, string, string])[] = [
  [
    'A bridge opens over the Arn',
    'A bridge opens over the Arn',
    `A bridge has opened over the Arn. ${FILLER}`,
  ],
  ['Over the water at last', 'Arn gets its bridge', FILLER.repeat(4)],
  ['Over the water at last', 'Tide Times', FILLER],
  [
    'Cookie banners must go, says the court',
    'Cookie banners must go, says the court',
    'Banners that ask "accept all" for cookies must go, the court says. Sites process personal data.',
  ],
  [
    'Crumbs',
    'Why we accept all of it',
    `"We use cookies", says every site, and asks for your consent. ${FILLER.repeat(12)} By clicking, you agree to their privacy policy.`,
  ],
  [
    'Brüssel beißt zu',
    'Datenschutz: Brüssel beißt zu',
    `Die neue Regel für personenbezogene Daten und Cookies trifft alle. ${FILLER.repeat(3)}`,
  ],
  [
    'How to log in to your router',
    'How to log in to your router',
    'To log in to your router, open its address. Forgot your password? Press reset.',
  ],
  [
    'Error 404 turns thirty',
    'Error 404 turns thirty',
    'The error 404 turns thirty. The page you were looking for does not exist, it says.',
  ],
  [
    'Subscribe now: papers find readers again',
    'Papers find readers',
    `Papers find readers who subscribe again. ${FILLER}`,
  ],
  ['Sign in stone', 'Sign in stone', 'A sign was found in the stone of the old wall.'],
  ['Ponte aberta', 'Bridge opened', FILLER],
  ['Most otwarty', 'Most otwarty', 'Most został otwarty w południe.'],
  ['新しい橋が開通', '新しい橋が開通', 'アルン川に新しい橋が開通した。市長があいさつした。'],
  ['大桥通车', '阿恩河大桥今日通车', '阿恩河上的大桥今天中午正式通车，市民纷纷前往参观。'],
  ['Мост открыт', 'Мост открыт', 'Новый мост через Арн открыт для движения.'],
  ['Daily picture', 'Daily picture', ''],
  ['!!!', '!!!', FILLER],
  ['Live: storm', 'Storm live', 'Updates as they come. The storm has reached the coast.'],
  [
    'Die Brücke steht',
    'Die Brücke steht',
    `Die Brücke steht. ${FILLER} Jetzt abonnieren und weiterlesen. Passwort vergessen?`,
  ],
  [
    'JavaScript turns thirty',
    'JavaScript turns thirty',
    'The language that sites ask you to enable, JavaScript, turns thirty.',
  ],
  [
    'Readers win',
    'Blockers of advertisements before the court',
    `Nobody has to turn off an ad blocker, says the court. ${FILLER.repeat(4)}`,
  ],
  [
    'How a start-up failed',
    'What we learned',
    `Loading took long, the account was suspended, and the domain is for sale now. ${FILLER.repeat(5)}`,
  ],
  ['Short', 'Short', 'Ok.'],
  ['After the flood', '500 years of bridges', FILLER],
  ['After the flood', 'Error of judgement', FILLER],
  [
    'After the flood',
    'Maintenance of bridges',
    `Tests failed, but "try again later" is no answer. ${FILLER.repeat(4)}`,
  ],
]

describe('a page of an article', () => {
  it.each(WALLS)('is none where something else came: %s: %s', (title, text) => {
    expect(judge('A bridge opens over the Arn', title, text)).toBe(false)
  })

  it.each(ARTICLES)('is one, whatever it is about: %s, %s', (entryTitle, title, text) => {
    expect(judge(entryTitle, title, text)).toBe(true)
  })

  it.each([
    ['https://consent.tide.example/?next=bridge', 'Welcome', 'Hello.'],
    ['https://tide.example/login?next=/2026/bridge-opens', 'Welcome', 'Hello.'],
    ['https://tide.example/404.html', 'Tide', FILLER],
    ['https://www.tide.example/', 'Tide', `A bridge opens over the Arn. ${FILLER}`],
  ])('is none where a redirect led elsewhere: %s', (finalUrl, title, text) => {
    expect(judge('A bridge opens over the Arn', title, text, finalUrl)).toBe(false)
  })

  it.each([
    ['https://tide.example/2026/05/bridge-opens/'],
    ['https://new.example/'],
    ['https://tide.example/?p=77'],
    ['https://tide.example/story?id=77'],
  ])('is one where a redirect led to its new address: %s', (finalUrl) => {
    expect(judge('A bridge opens over the Arn', 'Tide', `A bridge opens. ${FILLER}`, finalUrl)).toBe(true)
  })

  it('is none where two articles have one text that tells of neither, in any language', () => {
    const wall = aPage('Tide', 'Zəhmət olmasa razılıq verin.')
    const own = aPage('Tide', 'A pier sinks in the harbour.')
    const readings = [
      { of: 'bridge', entry: anEntry({}), page: wall },
      { of: 'ferry', entry: anEntry({ title: 'The ferry stops' }), page: wall },
      { of: 'pier', entry: anEntry({ title: 'A pier sinks' }), page: own },
      { of: 'copy', entry: anEntry({ title: 'A pier sinks' }), page: own },
    ]

    expect([...withOneText(readings)]).toEqual(['bridge', 'ferry'])
  })

  it('is none where articles have one text below their titles, but may tell of several', () => {
    const below = (title: string, text: string) => ({
      of: title,
      entry: anEntry({ title }),
      page: aPage('Tide', `${title}. ${text}`),
    })
    const both = 'The bridge opens. Cars cross. The ferry stops. Boats wait.'
    const readings = [
      below('A pier sinks', 'Become a member.'),
      below('Gulls return', 'Become a member.'),
      { of: 'bridge', entry: anEntry({ title: 'The bridge opens' }), page: aPage('Tide', both) },
      { of: 'ferry', entry: anEntry({ title: 'The ferry stops' }), page: aPage('Tide', both) },
    ]

    expect([...withOneText(readings)]).toEqual(['A pier sinks', 'Gulls return'])
  })
})
