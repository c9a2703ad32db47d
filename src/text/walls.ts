import { fold } from './fold.ts'

/**
 * Phrases of pages that replace an article: consent, login, missing page, required scripts. Each line is one statement
 * in several languages, folded. They are in the page's voice; topics that articles may have are avoided.
 */
const SAYINGS: readonly RegExp[] = [
  // Consent
  /\b(?:we (?:and|&) our|wir und unsere|nous et nos|nosotros y nuestros|noi e i nostri|nos e os nossos|wij en onze|my i nasi|vi och vara|vi og vores|vi og vare|my a nasi)\b.{0,40}part[ne]/,
  /store and\/?or access|information(?:en)? (?:on|auf) (?:a|your|einem|ihrem) (?:device|gerat)|(?:stocke|acced)\w* .{0,40}(?:appareil|dispositivo)/,
  /\b(?:accept|reject|allow) (?:all|cookies|and)\b|(?:alle|cookies?) (?:akzeptieren|zustimmen|ablehnen)|(?:tout|les cookies) accepter|(?:tout )?accepter (?:et|les)|continuer sans accepter|aceptar (?:tod[oa]s?|y|las)|accetta (?:tutt[oi]|e)|aceitar tod[oa]s|(?:alles|cookies) accepteren|akceptuj|godkann alla|accepter alle|godta alle|prijmout vse|принять все|接受所有|全部接受|同意する|모두 동의/,
  /\b(?:we|this (?:site|website)|our site) uses? cookies|verwende[nt] .{0,20}cookies|utilis\w+ (?:des|les) cookies|(?:utiliza|usa)\w* (?:las )?cookies|utilizziamo .{0,20}cookie|maken gebruik van cookies|gebruiken cookies|uzywa\w* .{0,20}cookies|anvander cookies|(?:используе[мт]) .{0,20}cookie|(?:使用|クッキー|쿠키).{0,12}(?:cookie|します|사용)/,
  /manage (?:your |my )?(?:cookie |privacy )?(?:preferences|settings|choices|options)|cookie-?einstellungen|parametrer|gerer mes choix|configurar cookies|gestisci (?:le )?(?:preferenze|opzioni)|voorkeuren beheren/,
  /personenbezogene[nr]? daten|donnees (?:a caractere )?personnel|datos personales|dati personali|dados pessoais|persoonsgegevens|dan(?:e|ych) osobow|personuppgifter|person(?:oplysninger|opplysninger)|osobni(?:ch)? udaj|персональн\S+ данн/,
  /\b(?:your consent|you (?:consent|agree) to|by (?:clicking|continuing))|mit (?:klick|ihrer zustimmung)|mit werbung und tracking|werbung zuzustimmen|en cliquant|al hacer clic|cliccando|door op/,
  // Login and subscription
  /\b(?:please )?(?:log|sign) ?in to\b|please (?:log|sign) ?in|(?:melden|loggen) sie sich|jetzt (?:anmelden|registrieren|abonnieren)|connectez-vous|inici[ae] sesion|accedi (?:per|al|o)|faca login|(?:log|meld je) (?:dan )?(?:aan|in om)|zaloguj sie|logga in|log ind|logg inn|prihlas|войдите|ログイン|登[录入]|로그인/,
  /forg[eo]t(?:ten)? (?:your )?password|passwort vergessen|mot de passe|contrasena|password dimenticata|(?:esqueceu|palavra-passe|senha)|wachtwoord vergeten|\bhaslo\b|losenord|adgangskode|passord|парол|パスワード|密[码碼]|비밀번호/,
  /already (?:a|have) .{0,16}(?:subscriber|member|account|subscription)|create (?:a|an|your) (?:free )?account|bereits (?:abonnent|registriert)|noch kein (?:konto|abo)|deja (?:abonne|inscrit)|creer un compte|(?:crea|crear) (?:una |tu )?cuenta|non hai un account|registrati/,
  /subscribe (?:now|today|to (?:read|continue))|to continue reading|(?:reserve|reservado|riservato) (?:aux|a|agli) (?:abonnes|suscriptores|abbonati)|suscribete|abbonati|assine (?:ja|agora|para)|nur fur abonnenten|word abonnee/,
  // Missing
  /\b(?:page|article|story|content)\b.{0,40}(?:not (?:be )?found|can ?not be found|not exist|doesn.t exist|no longer (?:exists|available)|has (?:been )?(?:moved|removed))|(?:page|article) .{0,16}(?:looking for|requested)/,
  /(?:seite|artikel|inhalt)\b.{0,40}(?:nicht gefunden|existiert nicht|nicht (?:mehr )?(?:verfugbar|vorhanden))|page .{0,40}(?:introuvable|n.existe (?:pas|plus)|pas ete trouvee)|pagina .{0,40}(?:no (?:existe|se encuentra|encontrada)|non (?:e stata )?(?:trovata|esiste)|nao (?:foi )?(?:encontrada|existe)|niet (?:worden )?gevonden|bestaat niet)/,
  /stron[ay] .{0,40}(?:nie istnieje|nie zosta)|sidan .{0,30}(?:hittades inte|finns inte|inte hittas)|siden .{0,30}(?:fi[nn]des ikke|finnes ikke|ikke f[ou]n)|stranka .{0,20}(?:nenalezena|neexistuje)|страниц\S* .{0,30}не (?:найден|существ)|見つかりません|(?:页面|頁面|文章).{0,12}(?:不存在|找不到)|(?:找不到|未找到).{0,12}(?:页面|頁面)|찾을 수 없/,
  /(?:back|go|return) to (?:the |our )?(?:home ?page|start|front)|zur startseite|page d.accueil|pagina de inicio|alla home|pagina inicial|naar de (?:homepage|startpagina)|strona glowna|till startsidan|til forsiden|на главную/,
  // Errors and blocked visitors
  /(?:something went wrong|technical (?:error|difficulties)|temporarily unavailable|under maintenance)|(?:please )?try again later|wartungsarbeiten|versuchen sie es (?:spater|erneut)|reessayer plus tard/,
  /legal reasons|access (?:cannot be|is not) granted|not available in your (?:country|region)|european economic area/,
  /(?:over|at least|least) (?:16|18|21)(?: years)?\b.{0,60}(?:enter|view|older|confirm)|are you (?:over|at least) (?:16|18|21)|(?:confirm|enter|verify) your (?:age|date of birth)/,
  /(?:disable|turn off|whitelist|deaktivier\S*|desactiv\S*|disattiv\S*|schakel) .{0,40}(?:ad|werbe|pub)-? ?block|ad-? ?block\S* .{0,60}(?:disable|turn (?:it )?off|whitelist|deaktivier|desactiv|disattiv)/,
  /unavailable in (?:your|most)|(?:page|content|video) isn.t available|(?:article|story|post) has been (?:deleted|taken down)|the link you followed|сторінк\S* не (?:знайден|існу)|(?:sayfa|icerik) .{0,20}bulunamad|sivua ei (?:loydy|loytynyt)/,
  // Servers without the site
  /account (?:has been )?suspended|domain (?:name )?(?:is for sale|has expired|may be for sale)|(?:nginx|apache\d?|web) server is|default (?:welcome )?page|(?:establishing|connect\w*) (?:a |to the )?database|(?:fatal|parse) error:|uncaught (?:error|exception)/,
  /being redirected|(?:are not|aren.t) (?:automatically )?redirected|not redirected automatically|(?:are|about to) (?:leav\w+|exit\w*) (?:our|this|the) (?:web)?site|^(?:loading|redirecting|please wait)\b.{0,30}$/,
  // Scripts and robots
  /(?:enable|activate|turn on|requires?) (?:java ?script|cookies)|javascript .{0,30}(?:disabled|required|aktivier|active|deaktiviert)|(?:activer|active|habilit\S*|abilita\S*|ative|schakel) .{0,8}javascript/,
  /unusual traffic|automated (?:access|requests)|(?:verify|confirm) (?:that )?you are (?:a )?human|(?:are you|you are not|not) a robot|checking (?:your browser|if the site)|security check|браузер\S* .{0,20}зачекайте|не робот/,
  /(?:update|upgrade) your browser|browser is (?:out of date|outdated|no(?:t|\s+longer) supported)|(?:veraltete[nr]?|navigateur obsolete|navegador (?:obsoleto|desactualizado))/,
]

/** Titles of such pages, folded, without the site's name. */
const TITLES =
  /^(?:(?:error |fehler |erreur )?404\b.*|(?:http )?(?:error|fehler|erreur)(?: \d{3})?|(?:4\d\d|50\d)(?::.*| (?:error|forbidden|internal|bad|service|gateway|unavailable).*)?|service (?:temporarily )?unavailable|(?:site |website )?(?:under )?maintenance|wartungsarbeiten|(?:account |site )?suspended|index of .*|welcome to nginx.*|apache\d? .*default page.*|database error|attention required.*|(?:redirecting|loading|please wait|checking your browser)\b.*|domain .{0,30}(?:for sale|expired)|age (?:check|gate|verification|restricted)|(?:oops|sorry|ups)\b.*|(?:page |seite |page web )?(?:not found|nicht gefunden|non trouvee|introuvable)|page (?:not found|unavailable|introuvable)|pagina (?:no encontrada|non trovata|nao encontrada|niet gevonden)|nie znaleziono.*|sidan .{0,20}hittades.*|siden .{0,10}ikke.*|stranka nenalezena|strona nie istnieje|sayfa bulunamad.|sivua ei (?:loydy|loytynyt)|страница не найдена|(?:页面|頁面).{0,6}(?:不存在|未找到)|ページが見つかりません|페이지를 찾을 수 없.*|log ?in|sign ?(?:in|up)|register|subscribe|anmelden|anmeldung|einloggen|registrieren|connexion|se connecter|iniciar sesi?on|inicia sesion|accedi|accesso|entrar|iniciar sessao|inloggen|zaloguj sie|logowanie|logga in|log ind|logg inn|prihlaseni|вход|войти|giris yap|ログイン|登[录入]|로그인|access denied|forbidden|zugriff verweigert|just a moment.*|before you continue.*|(?:your |we value your )?privacy(?: (?:settings|choices|gate|notice|policy))?|(?:cookie|privacy) ?-?(?:consent|settings|notice|policy|wall|einstellungen|hinweis)|consent|cookies? (?:zustimmen|akzeptieren|accepteren|policy)|zustimmung|einwilligung|datenschutz(?:einstellungen)?|accepter les cookies|gestion des cookies|aviso de cookies|politica de cookies|consenso|toestemming|javascript .*|are you (?:a )?(?:human|robot).*)[.!?…]*$/

/** Longest text that is searched, characters. */
const LONGEST = 20_000

/** Whether a title is that of a page that replaces an article. */
export function isWallTitle(title: string): boolean {
  const [first = '', ...others] = fold(title.slice(0, 200)).split(/\s+[|\-–—·:»]\s+/)
  return [first, others.at(-1) ?? ''].some((part) => TITLES.test(part.trim()))
}

/**
 * The density of such phrases.
 *
 * @returns characters of text per distinct phrase; `Infinity` without any
 */
export function charsPerWallSaying(text: string): number {
  const folded = fold(text.slice(0, LONGEST)).replace(/\s+/g, ' ')
  const count = SAYINGS.filter((saying) => saying.test(folded)).length
  return count === 0 ? Infinity : text.length / count
}
