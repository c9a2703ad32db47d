import type { Features } from '../patterns.ts'

/** Features and columns, in German. */
export const DE_FEATURES: Features = {
  byCategory: {
    technology: {
      titles: [
        '[Test|Dauertest]: {n} Tage mit {product}',
        'Wie {person} mit einer einzigen Tabelle [eine Bäckerei|eine Buchhandlung|eine Feuerwehr] führt',
        'Warum {person} nach {n} [Wochen|Monaten] die Cloud [verließ|nicht vermisst]',
        '{n} kleine [Handgriffe|Werkzeuge] aus {city} für einen leisen Server',
        'Zu Besuch im Reparaturcafé von {city}',
      ],
      leads: [
        'Es begann mit einem kaputten [Drucker|Lüfter|Kabel] in {city} und endete {n} Tage später mit einer anderen Art zu arbeiten.',
        '{product} sieht aus wie jedes andere Gerät; im Alltag zeigt sich der Unterschied.',
      ],
      facts: [
        'Die erste Überraschung war, wie wenig fehlte.',
        'Von {n} angekündigten Funktionen brauchten wir vier.',
        'Fachleute bei {company} raten, erst zu messen und dann zu kaufen.',
        'Eine Sicherung, die nie zurückgespielt wurde, ist nur eine Hoffnung.',
      ],
    },
    science: {
      titles: [
        'Was [Moos|ein Bienenstock] bei {city} uns über Geduld [lehrt|erzählen kann]',
        '{person} zählt die [Gletscher|Eulen|Regenwürmer] von {city}',
        'Nachgefragt bei {person}: Warum [gähnen wir|schnurren Katzen|haben Schatten Farben]?',
        '{n} Nächte auf der Sternwarte über {city}',
      ],
      leads: [
        'Jeden Morgen um fünf geht {person} von der {university} dieselben {n} Kilometer und schreibt auf, was da ist.',
        'Wenige Orte sind so still wie der Keller der {university}, und genau darum steht das Gerät dort.',
      ],
      facts: [
        'Die Messreihe reicht {n} Jahre zurück.',
        'Niemand hatte danach gefragt, also hatte niemand hingesehen.',
        'Gebraucht werden ein Eimer, ein Thermometer und Zeit.',
        'Eines Tages soll jemand weitermachen, hofft {person.last}.',
      ],
    },
    business: {
      titles: [
        'Der [Betrieb|Laden] in {city}, der nicht wachsen will',
        'Was [Mieten|Frachtraten|Eierpreise] in {city} über das nächste Jahr verraten',
        '[Kommentar|Meinung]: {company} sollte weniger erklären',
        '{n} Fragen an {person}, bevor man [unterschreibt|kauft]',
        '[Familienbetrieb|Genossenschaft] aus {city} wird {n}',
      ],
      leads: [
        'In {city} stellen {n} Leute etwas her, das sonst niemand mehr macht.',
        '{n}-mal wurde {person} gefragt, ob der Betrieb zu haben sei, und sagte {n}-mal nein.',
      ],
      facts: [
        'Die Gewinne sind schmal, die Kundschaft ist treu.',
        'Die Nachbarn von {company} haben Ähnliches versucht und aufgegeben.',
        'Eine Hausregel: Niemand verdient mehr als das Fünffache eines anderen.',
        'Die Auftragsbücher reichen bis ins übernächste Jahr.',
      ],
    },
    world: {
      titles: [
        'Ein Tag [im Nachtzug|auf der Fähre|im Bus] nach {city}',
        'Brief aus {city}: [die nie vollendete Brücke|ein Markt ohne Geld]',
        'Warum {city} [für jedes Kind einen Baum pflanzt|Autos aussperrt]',
        '{n} Jahre nach der Flut: {city} [baut höher|erinnert sich]',
      ],
      leads: [
        'Wenn die Fähre kommt, wacht {city} auf; wenn sie geht, gehört der Platz wieder den Katzen.',
        'Seit {n} Jahren fährt {person} die Strecke nach {city} und kennt alle beim Namen.',
      ],
      facts: [
        'Der Rat tagte {n}-mal, bis er sich einig war.',
        'Die meisten Jungen gehen mit achtzehn, manche kommen mit dreißig wieder.',
        'Im Café am Bahnhof ist man, wie immer, geteilter Meinung.',
        'Die Protokolle liegen bei {person.last} in einer Keksdose.',
      ],
    },
    culture: {
      titles: [
        '[Kritik|Besprechung]: „{work}“ [ist zu lang und genau richtig|verlangt viel und gibt mehr]',
        '{person} über [die Stille|schlechte Kritiken|das Schreiben mit der Hand]',
        'Die Bibliothek von {city}, die nie schließt',
        '{n} Bücher für ein verregnetes Wochenende in {city}',
      ],
      leads: [
        'Es gibt in „{work}“ einen Augenblick, in dem {n} Minuten lang nichts geschieht, und man wagt nicht zu atmen.',
        '{person} arbeitet in einem früheren Postamt in {city}, ohne Telefon.',
      ],
      facts: [
        'Gelacht wird an den falschen Stellen, und das ist Absicht.',
        'Die zweite Hälfte verliert den Faden und findet einen besseren.',
        'Karten für {city} sind bis {weekday} ausverkauft.',
        'Es bleibt ein Geruch von nassen Mänteln und Orangen.',
      ],
    },
    sports: {
      titles: [
        'Hinter den Kulissen bei {team}: [die Wäscherei|der Zeugwart]',
        '{n} Zahlen, die {team} erklären',
        'Porträt: {person}, {n} Jahre mit der Pfeife',
        'Der [langsamste|kälteste] Marathon der Welt führt durch {city}',
        'Einzelkritik: Wer bei {team} glänzte',
      ],
      leads: [
        'Bei {team} beginnt der Tag mit {n} Paar Schuhen und einem Radio.',
        '{person} hat nie einen Titel gewonnen und wird in {city} doch gegrüßt wie nach einem Pokalsieg.',
      ],
      facts: [
        'Niemand läuft mehr: {n} Kilometer in drei Spielen.',
        'Der Jugendplatz liegt hinter dem Gaswerk und steht jeden Frühling unter Wasser.',
        'Das nächste Spiel ist am {weekday}.',
        'Für {person.last} ist es immer noch ein Spiel, und das ist das Geheimnis.',
      ],
    },
  },
  columns: [
    {
      title: 'Der Morgen im Überblick',
      leads: ['Guten Morgen aus der Redaktion; das [zählt|wird wichtig] am {weekday}.'],
      facts: [
        'In {city} stimmt der Rat über die Straßenbahn ab.',
        '{company} legt mittags Zahlen vor.',
        'Und zuletzt: {person} hält seit {n} Jahren Bienen und wird immer noch gestochen.',
        'Im Westen [Schauer|Nebel|Sonne], an der See {n} Grad.',
      ],
    },
    {
      title: 'Das Wetter heute und morgen',
      leads: ['[Wolkig|Heiter|Windig] mit [Schauern|Sonne] rund um {city}.'],
      facts: [
        'An der Küste werden es {n} Grad.',
        'Die Nacht bleibt [trocken|klar|mild].',
        'Morgen dreht der Wind auf Nord.',
      ],
    },
    {
      title: 'Die Börse am Morgen',
      leads: ['Die Kurse [steigen|fallen|bewegen sich kaum], [vorn|hinten] liegt {company}.'],
      facts: [
        'Ein Fass Öl kostet {n} Dollar.',
        'Der Anleihemarkt wartet auf {weekday}.',
        'In {city} ist der Handel dünn.',
      ],
    },
  ],
  closers: [
    'Im Laufe des Tages folgt mehr.',
    'Was als Nächstes geschieht, blieb zunächst offen.',
    'Eine Anfrage blieb [bis zum Abend|bis zur Veröffentlichung] unbeantwortet.',
    'Einzelheiten sollen in der kommenden Woche bekannt werden.',
    'Die Sache dürfte {place.country} noch eine Weile beschäftigen.',
  ],
  updateMarks: ['Aktualisiert: ', 'Korrigiert: '],
  updateNotes: [
    'Der Artikel wurde ergänzt: In einer früheren Fassung stand ein falscher Vorname.',
    'Korrektur: Die Zahl im zweiten Absatz ist berichtigt.',
    'Nachtrag: Die Behörden haben die Angaben inzwischen bestätigt.',
  ],
  agencyCredit: '(Meridian Wire)',
}
