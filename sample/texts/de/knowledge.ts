import type { EventPatterns } from '../patterns.ts'

/** Technology and science, in German. */
export const DE_KNOWLEDGE = {
  launch: {
    titles: [
      '{maker.short} [stellt {product} vor|präsentiert {product}|zeigt {product}]',
      '{product} [kommt in den Handel|ist da]: {maker.short} [setzt auf|verspricht] [Reparierbarkeit|lange Laufzeit|mehr Tempo]',
      '{price} Dollar für {product}: [Was das neue Gerät kann|Lohnt sich das?]',
      '[Ausprobiert|Erster Eindruck]: {product} von {maker.short}',
    ],
    leads: [
      '{maker} hat am {weekday} in {city} das neue Gerät {product} [vorgestellt|gezeigt]; es kostet {price} Dollar.',
      'Monatelang wurde gerätselt, nun ist {product} [da|offiziell]: {maker.short} verlangt {price} Dollar.',
      'Mit {product} [bringt|schickt] {maker} ein Gerät [auf den Markt|ins Rennen], das sich mit einem gewöhnlichen Schraubendreher öffnen lässt.',
    ],
    facts: [
      'Ersatzteile soll es zehn Jahre lang geben.',
      'Rund {buyers} Menschen [hatten sich vormerken lassen|stehen auf der Warteliste].',
      'Ausgeliefert wird [in sechs Wochen|noch in diesem Quartal], [sagte {boss.last} in {city}|kündigte {boss.last} an].',
      'Das Grundmodell kostet {price} Dollar, eine größere Ausgabe folgt im Frühjahr.',
      'Wer es früh testen durfte, lobte den Bildschirm und [bemängelte|kritisierte] das Gewicht.',
    ],
    quotes: [
      '„Wir haben mit einem leeren Tisch angefangen“, sagte {boss} von {maker.short}.',
      '„Geräte sollen länger halten als ihr Akku“, so {boss}.',
    ],
  },
  outage: {
    titles: [
      '[Panne|Störung] bei {company.short}: {service} [stundenlang|{hours} Stunden lang] [weg|gestört]',
      '{users} [Kunden|Menschen] ohne {service}',
      'Ausfall bei {company.short}: [Wie es dazu kam|Kühlpumpe legt Rechenzentrum lahm]',
      '{company.short} [kämpft mit Totalausfall|steht {hours} Stunden still]',
    ],
    leads: [
      'Etwa {users} Menschen waren am {weekday} {hours} Stunden lang ohne {service}: Bei {company} [fiel ein Rechenzentrum aus|versagte die Technik].',
      'Nichts ging mehr: Eine Störung bei {company} hat am {weekday} {service} [lahmgelegt|unterbrochen].',
    ],
    facts: [
      'Ausgangspunkt war ein Rechenzentrum bei {city}, in dem [eine Kühlpumpe|ein Notschalter] versagte.',
      'Nach {hours} Stunden lief der Betrieb [Region für Region|schrittweise] wieder an.',
      'Hinweise auf einen Angriff gibt es nach Angaben des Unternehmens nicht.',
      'Läden und Arztpraxen [behalfen sich|arbeiteten] mit Zettel und Stift.',
      'Die Aufsicht verlangt binnen zwei Wochen einen Bericht.',
    ],
    quotes: [
      '„Das hätte nicht passieren dürfen“, [räumte {boss} ein|sagte {boss}], Chefetage von {company.short}.',
      '„Ein einzelner Schalter darf nie so viel Macht haben“, so {boss.last}.',
    ],
  },
  breach: {
    titles: [
      'Datenleck bei {company.short}: {data} von {people} Menschen [gestohlen|offen im Netz]',
      '[Einbruch|Eindringlinge] im Netz von {company.short}[ blieb {weeks} Wochen unbemerkt|: {people} Betroffene]',
      '{company.short} [bestätigt|räumt ein]: {data} [abgeflossen|kopiert]',
      '{people} Betroffene: [Was jetzt zu tun ist|Wer sich melden sollte]',
    ],
    leads: [
      'Unbekannte haben bei {company} {data} von rund {people} Menschen [erbeutet|kopiert], [wie das Unternehmen am {weekday} mitteilte|teilte das Unternehmen am {weekday} mit].',
      '{weeks} Wochen lang bemerkte bei {company} niemand die Eindringlinge, nun werden {data} [zum Kauf angeboten|weitergereicht].',
    ],
    facts: [
      'Der Weg führte über [einen alten Testserver|ein vergessenes Konto|den Laptop eines Zulieferers].',
      'Aus der Sicherheitsforschung hatte {expert} schon vor {weeks} Wochen gewarnt.',
      'Kartennummern sind laut {company.short} nicht darunter.',
      'Die Datenschutzbehörde hat ein Verfahren eröffnet.',
      'Alle {people} Betroffenen sollen bis Monatsende Post bekommen.',
    ],
    quotes: [
      '„Das war kein schlauer Angriff, das war eine offene Tür“, sagte {expert}.',
      '„Was man nicht sammelt, kann man nicht verlieren“, so {expert.last}.',
    ],
  },
  chip: {
    titles: [
      '[Neuer Chip|Prototyp] aus {city} [spart|braucht] {saving} [Strom|weniger Energie]',
      '{university} und {company.short} [zeigen|bauen] sparsamen Prozessor',
      '{size} Nanometer: [So klein war noch kein Prozessor von {company.short}|Forschung schrumpft Prozessor]',
    ],
    leads: [
      'Fachleute der {university} und von {company} haben einen Prozessor [gebaut|vorgestellt], der {saving} weniger Energie braucht.',
      'Ein Chip aus {city}, klein wie ein Daumennagel, [könnte|soll] die Stromrechnung von Rechenzentren senken.',
    ],
    facts: [
      'Die Strukturen messen {size} Nanometer und liegen in drei Schichten übereinander.',
      'Sechs Jahre lang hat die Gruppe um {lead} daran gearbeitet.',
      '{company.short} will in {city} [im nächsten Jahr|in achtzehn Monaten] eine Probefertigung beginnen.',
      'Unter Volllast blieb der Baustein kühler als 40 Grad.',
      'Unabhängige Stimmen wollen die {saving} erst nachmessen.',
    ],
    quotes: [
      '„Der Trick ist, die meiste Zeit nichts zu tun“, sagte {lead}.',
      '„Wir sind nicht schneller, wir sind gelassener“, so {lead.last}.',
    ],
  },
  discovery: {
    titles: [
      '[Fund bei|Sensation nahe] {city}: {find}',
      '{find} [bei {city} entdeckt|nahe {city} gefunden]',
      '{years} Jahre alt: [Forschende finden|Team findet] {find}',
      'Was der Fund von {city} über [früher|die Vergangenheit] verrät',
    ],
    leads: [
      'Ein Team der {university} hat bei {city} {find} [entdeckt|gefunden].',
      'Unter {metres} Metern [Lehm|Sand|Kies] lag sie verborgen, die Überraschung von {city}: {find}, geschätzt {years} Jahre alt.',
      'Eigentlich sollte nur [eine Straße|eine Leitung] gebaut werden; dann [stießen|trafen] {lead} und das Team auf einen Schatz: {find}.',
    ],
    facts: [
      'Die Stelle liegt {metres} Meter unter der heutigen Oberfläche.',
      'Das Alter wird auf {years} Jahre [geschätzt|bestimmt].',
      '{lead} leitet die Grabung und hofft auf weitere Funde.',
      'Die Ergebnisse erscheinen in dieser Woche in einer Fachzeitschrift.',
      'Der genaue Ort bleibt vorerst geheim.',
    ],
    quotes: [
      '„In dieser Nacht hat niemand von uns geschlafen“, [erzählte|sagte] {lead}.',
      '„Die Lehrbücher müssen um eine Seite dicker werden“, so {lead.last}.',
    ],
  },
  mission: {
    titles: [
      'Sonde {probe} [erreicht|ist am Ziel:] {body}',
      '{body}: {probe} [schickt erste Bilder|meldet sich aus der Umlaufbahn]',
      'Nach {days} Tagen: {probe} [am Ziel|in der Umlaufbahn]',
    ],
    leads: [
      'Nach {days} Tagen Flug hat die Sonde {probe} ihr Ziel erreicht: {body}.',
      'Neunzehn Minuten Stille, dann Jubel: {probe} [kreist um ihr Ziel|ist angekommen], den Himmelskörper {body}.',
    ],
    facts: [
      'Die Mission kostet {cost} und soll mindestens drei Jahre dauern.',
      'An Bord sind ein Radar, zwei Spektrometer und eine Kamera.',
      'Die ersten Bilder zeigen [helle Grate|dunkle, gewundene Täler|kaum Krater].',
      'Sorgen machte {lead} unterwegs ein Ventil, das zweimal klemmte.',
      'Verantwortlich ist {agency}.',
    ],
    quotes: [
      '„{body} ist schöner, als wir zu hoffen wagten“, sagte {lead} aus der Flugleitung.',
      '„Die teuersten {days} Tage meines Lebens“, [scherzte|sagte] {lead.last}.',
    ],
  },
  trial: {
    titles: [
      'Mittel gegen {illness} [senkt|mindert] [Beschwerden|Anfälle] um {cut}',
      '{illness}: Studie mit {patients} [Teilnehmenden|Kranken] [macht Hoffnung|gelingt]',
      '{company.short} [meldet Erfolg|kommt voran] bei {illness}',
    ],
    leads: [
      'Ein neues Mittel gegen {illness} [lindert|mindert] die Beschwerden um {cut}, [zeigt|so] eine Studie mit {patients} Teilnehmenden.',
      'An der {university} sind Ergebnisse zu {illness} vorgestellt worden, die aufhorchen lassen: {cut} weniger [Anfälle|Beschwerden].',
    ],
    facts: [
      'Die Hälfte der {patients} Teilnehmenden bekam ein Scheinmittel.',
      'Nebenwirkungen blieben mild: Kopfweh und Müdigkeit.',
      '{company}, Geldgeber der Studie, will noch in diesem Jahr die Zulassung beantragen.',
      'Die Wirkung hielt mindestens ein Jahr an.',
      'Was die Behandlung kosten wird, ist offen.',
    ],
    quotes: [
      '„Es ist ein Schritt, keine Heilung“, [mahnte|sagte] {lead}.',
      '„Auf solche Zahlen haben wir zwanzig Jahre gewartet“, so {lead.last}.',
    ],
  },
} as const satisfies Record<string, EventPatterns>
