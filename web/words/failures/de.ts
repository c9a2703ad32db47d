import type { FailureKind, FailureText } from '../../../src/model/failure-texts.ts'
import type { MachinePart } from '../../../src/model/machine.ts'

const WAIT = 'Abwarten: Die Quelle wird seltener abgerufen, bis sie wieder antwortet.'

export const failures: Readonly<Record<FailureKind, FailureText>> = {
  loginRequired: {
    said: 'Der Server verlangt eine Anmeldung (401).',
    advice: 'Der Quelle in digest.yaml auth geben: Benutzer und Passwort oder ein Token.',
  },
  paymentRequired: {
    said: 'Der Server verlangt eine Bezahlung (402).',
    advice:
      'Abonnieren und die Zugangsdaten unter auth der Quelle in digest.yaml eintragen, oder die Quelle entfernen.',
  },
  forbidden: {
    said: 'Der Server verweigert den Zugriff (403).',
    advice:
      'Die Website verlangt vielleicht eine Anmeldung (auth in digest.yaml) oder sperrt die Adresse dieses Rechners. Den Anbieter fragen.',
  },
  notFound: {
    said: 'Unter dieser Adresse gibt es nichts (404).',
    advice:
      'Die neue Adresse des Feeds suchen (content-digest add mit der Adresse der Website) und url korrigieren, oder die Quelle entfernen.',
  },
  notAcceptable: {
    said: 'Der Server hat keinen Feed in einem lesbaren Format (406).',
    advice: 'Die url korrigieren.',
  },
  gone: {
    said: 'Der Anbieter hat diesen Feed dauerhaft entfernt (410).',
    advice: 'Die url korrigieren, falls der Feed umgezogen ist, oder die Quelle entfernen.',
  },
  blockedByLaw: {
    said: 'Der Feed ist im Land dieses Rechners aus rechtlichen Gründen gesperrt (451).',
    advice: 'Die Quelle entfernen.',
  },
  tlsExpired: {
    said: 'Das Zertifikat ist abgelaufen.',
    advice:
      'Der Anbieter muss es erneuern. Melden viele Quellen diesen Fehler, die Uhr dieses Rechners prüfen.',
  },
  tlsNotYetValid: {
    said: 'Das Zertifikat ist noch nicht gültig.',
    advice: 'Die Uhr dieses Rechners prüfen. Geht sie richtig, muss der Anbieter das Zertifikat korrigieren.',
  },
  tlsOtherHost: {
    said: 'Das Zertifikat gehört zu einem anderen Hostnamen.',
    advice: 'Den Hostnamen in der url prüfen: zum Beispiel mit oder ohne www.',
  },
  tlsUntrusted: {
    said: 'Das Zertifikat stammt von keiner vertrauenswürdigen Stelle.',
    advice:
      'Ist es eine eigene Zertifizierungsstelle, NODE_EXTRA_CA_CERTS auf ihr Zertifikat setzen. Sonst muss der Anbieter ein vollständiges, gültiges Zertifikat einrichten.',
  },
  tlsMissing: {
    said: 'Der Server verwendet unter dieser Adresse kein https.',
    advice: 'In der url http:// verwenden oder den Port korrigieren.',
  },
  tlsOutdated: {
    said: 'Der Server beherrscht nur TLS-Versionen, die nicht mehr sicher sind.',
    advice:
      'Der Anbieter muss ihn aktualisieren. Gibt es die Website auch unter http://, dieses in der url verwenden.',
  },
  clientCertificate: {
    said: 'Der Server verlangt ein Client-Zertifikat.',
    advice:
      'Dieser Dienst kann keines senden. Den Anbieter nach einer anderen Adresse fragen oder die Quelle entfernen.',
  },
  nameServer: {
    said: 'Der Nameserver hat zu dem Hostnamen nicht geantwortet.',
    advice:
      'Melden mehrere Quellen diesen Fehler, das DNS dieses Rechners prüfen. Sonst abwarten: Die Nameserver der Website sind gestört.',
  },
  robots: {
    said: 'Die robots.txt der Website erlaubt Programmen nicht, diese Seite zu lesen.',
    advice:
      'Den Anbieter um Erlaubnis bitten oder einen Feed der Website suchen (content-digest add): Feeds werden unabhängig von robots.txt gelesen. Ist nur robots.txt nicht erreichbar, abwarten.',
  },
  proxy: {
    said: 'Der Proxy stellt keine Verbindung zum Server her.',
    advice:
      'collect.proxy oder proxy der Quelle in digest.yaml prüfen, oder HTTPS_PROXY, und ob der Proxy diesen Host erlaubt. Ein Proxy, der Hosts nach Namen erlaubt, braucht collect.proxyDns: true.',
  },
  paths: {
    said: 'Die konfigurierten Pfade finden nichts im Dokument.',
    advice:
      'Das Dokument im Browser öffnen, die Pfade in digest.yaml korrigieren und mit content-digest check --live testen.',
  },
  undigested: {
    said: 'Der Dienst konnte nicht aufnehmen, was die Quelle geschickt hat.',
    advice: 'Im Protokoll nach der Quelle suchen. Bleibt es dabei, als Fehler dieses Dienstes melden.',
  },
  timeout: {
    said: 'Der Server hat nicht rechtzeitig geantwortet.',
    advice: `Antwortet er im Browser, collect.timeout erhöhen. Sonst: ${WAIT}`,
  },
  dns: {
    said: 'Der Hostname wurde nicht gefunden.',
    advice:
      'Die url auf Tippfehler und das DNS dieses Rechners prüfen. Bleibt der Name unbekannt, gibt es die Website nicht mehr.',
  },
  tls: {
    said: 'Es kam keine sichere Verbindung zustande.',
    advice: 'Die Adresse im Browser öffnen; er zeigt, was am Zertifikat oder an https falsch ist.',
  },
  refused: {
    said: 'Der Server nimmt keine Verbindungen an.',
    advice: `Host und Port in der url prüfen. Sonst: ${WAIT}`,
  },
  truncated: {
    said: 'Der Server hat die Antwort vorzeitig beendet.',
    advice:
      'Abwarten. Bleibt es so, den Anbieter informieren: Die angekündigte Länge ist falsch, oder die Verbindung bricht ab.',
  },
  badRedirect: {
    said: 'Der Server leitet im Kreis, zu oft oder auf keine Adresse um.',
    advice: 'Die Adresse im Browser öffnen. Funktioniert sie dort, die Zieladresse in url eintragen.',
  },
  http4xx: {
    said: 'Der Server lehnt die Anfrage ab.',
    advice: 'Die Adresse im Browser öffnen. Funktioniert sie dort, den Anbieter fragen.',
  },
  http5xx: { said: 'Der Server hat einen internen Fehler.', advice: WAIT },
  rateLimited: {
    said: 'Der Server begrenzt die Zahl der Anfragen.',
    advice: 'every der Quelle erhöhen, oder collect.perHost senken, wenn viele Quellen denselben Host haben.',
  },
  botChallenge: {
    said: 'Die Website zeigt ein CAPTCHA oder eine Bot-Prüfung.',
    advice:
      'Den Anbieter bitten, den User-Agent dieses Dienstes zuzulassen (collect.contact nennt den Betreiber), oder einen anderen Feed der Website suchen.',
  },
  parse: {
    said: 'Das Dokument ist beschädigt und nicht lesbar.',
    advice: 'Abwarten. Bleibt es so, den Anbieter informieren.',
  },
  tooLarge: {
    said: 'Das Dokument ist größer als erlaubt.',
    advice: 'collect.maxBytes erhöhen oder einen kürzeren Feed der Website suchen.',
  },
  blockedAddress: {
    said: 'Die Adresse ist privat.',
    advice: 'Um sie zu erlauben, in collect.allowAddresses eintragen. Sonst die url korrigieren.',
  },
  brokenOff: {
    said: 'Der Server beendet Verbindungen, ohne zu antworten.',
    advice:
      'Die Adresse im Browser öffnen. Funktioniert sie dort, sperrt der Server womöglich die Adresse dieses Rechners oder Programme. Sonst abwarten.',
  },
  notHttp: {
    said: 'Was unter dieser Adresse antwortet, spricht kein HTTP.',
    advice: 'Host und Port in der url prüfen.',
  },
  httpsOnly: {
    said: 'Der Server nimmt an diesem Port nur https an.',
    advice: 'In der url https:// verwenden.',
  },
  networkLogin: {
    said: 'Das Netz dieses Rechners verlangt zuerst eine Anmeldung (511).',
    advice: 'Auf diesem Rechner im Browser am Netz anmelden, oder den Betreiber des Netzes fragen.',
  },
  opml: {
    said: 'Die Adresse führt zu einer Liste von Feeds (OPML).',
    advice: 'Die Datei herunterladen und ihre Feeds mit content-digest import hinzufügen.',
  },
  sitemap: {
    said: 'Die Adresse führt zu einer Sitemap.',
    advice: 'type: sitemap setzen, oder einen Feed der Website suchen (content-digest add).',
  },
  silent: {
    said: 'Die Quelle antwortet, hat aber länger nichts Neues als bei ihr üblich.',
    advice:
      'url und Website im Browser ansehen: Vielleicht geht es anderswo weiter, oder sie wurde eingestellt.',
  },
  tooManyEntries: {
    said: 'Das Dokument hat mehr Einträge, als von einem gelesen werden.',
    advice: 'Nichts, wenn die neuesten genügen. Sonst Feeds für Teile der Website suchen.',
  },
  notAFeed: {
    said: 'Die Adresse führt nicht zu einem Feed.',
    advice:
      'Den Feed suchen (content-digest add mit der Adresse der Website) und url korrigieren, oder die Seite selbst mit type: page lesen.',
  },
  empty: {
    said: 'Der Server hat ein leeres Dokument gesendet.',
    advice: 'Abwarten. Bleibt es so, den Anbieter informieren oder einen anderen Feed der Website suchen.',
  },
}

/** Problems of the service's machine. */
export const machine: Readonly<Record<MachinePart, FailureText>> = {
  clock: {
    said: 'Die Uhr dieses Rechners geht oder ging falsch.',
    advice: 'Stelle sie und verwende NTP. Solange wird nichts wegen seines Alters gelöscht.',
  },
  network: {
    said: 'Dieser Rechner erreicht das Netzwerk nicht.',
    advice: 'Prüfe Verbindung, DNS, Proxy und Uhr. Die Quellen sind sehr wahrscheinlich in Ordnung.',
  },
  disk: {
    said: 'Der Datenträger ist fast voll.',
    advice: 'Schaffe Platz, oder senke retention.days und führe content-digest store vacuum aus.',
  },
  memory: {
    said: 'Der Arbeitsspeicher ist fast aufgebraucht.',
    advice: 'Gib dem Dienst mehr Speicher, oder senke collect.concurrency.',
  },
  files: {
    said: 'Der Dienst kann keine Dateien und Verbindungen mehr öffnen.',
    advice: 'Erhöhe seine Grenze offener Dateien (LimitNOFILE, ulimit -n), oder senke collect.concurrency.',
  },
  index: {
    said: 'Der Suchindex liegt weit zurück.',
    advice: 'Warte: er holt von selbst auf. Bleibt es so, prüfe Prozessor und Log.',
  },
}
