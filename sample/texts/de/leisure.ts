import type { EventPatterns } from '../patterns.ts'

/** Culture and sports, in German. */
export const DE_LEISURE = {
  award: {
    titles: [
      '{festival}: [Hauptpreis|Auszeichnung] für „{work}“',
      '„{work}“ [gewinnt|überrascht]: {winner} [geehrt|siegt] ({festival})',
      '[Stilles Werk, lauter Beifall|Stehender Applaus]: {winner.last} und „{work}“',
    ],
    leads: [
      '{festival}: Der Hauptpreis geht an {winner} für „{work}“.',
      'Kaum jemand hatte „{work}“ auf der Liste, [am {weekday}|nun] bekam {winner} dafür den Hauptpreis.',
    ],
    facts: [
      'Die Jury hatte unter {entries} Einreichungen zu wählen.',
      'Die Auszeichnung ist mit {purse} Dollar verbunden.',
      'Gelobt wurde [die Geduld|der Humor|der genaue Blick] des Werks.',
      'Für {winner.last} ist es der [erste|zweite] große Preis.',
      '„{work}“ ist ab Herbst in zehn Ländern zu sehen.',
    ],
    quotes: [
      '„Es stellt eine einfache Frage und lässt nicht los“, sagte {jury} aus der Jury.',
      '„Ich wollte nur vor dem Geburtstag meiner Mutter fertig werden“, sagte {winner.last}.',
    ],
  },
  theft: {
    titles: [
      '{museum}: [Diebe stehlen|Einbrecher nehmen mit:] {object}',
      '[Raub|Einbruch] in {minutes} Minuten: {object} [verschwunden|weg]',
      'Beute im Wert von {worth}: [Polizei jagt Museumsdiebe|Rätsel um Museumsraub]',
    ],
    leads: [
      'Unbekannte haben aus dem {museum} {object} im Wert von {worth} gestohlen.',
      'Nach {minutes} Minuten war alles vorbei: In der Nacht zum {weekday} [drangen Unbekannte ins|stiegen Einbrecher ins] {museum} ein und nahmen {object} mit.',
    ],
    facts: [
      'Der Wert wird auf {worth} geschätzt, verkaufen lässt sich die Beute kaum.',
      'Der Alarm ging los, [doch niemand kam|die Wache hielt ihn für falsch].',
      'Am Fluss fand die Polizei eine Leiter und ein Ruderboot.',
      'Bis zum Wochenende bleibt das Haus geschlossen.',
      '{detective} leitet die Ermittlungen und [vermutet|glaubt an] einen Auftrag.',
    ],
    quotes: [
      '„Sie wussten, welches Fenster nicht schließt“, sagte {detective}.',
      '„Irgendwer wird es loswerden wollen“, so {detective.last}.',
    ],
  },
  final: {
    titles: [
      '{winner} [schlägt|besiegt|bezwingt] {loser} {score}',
      '{score}: {scorer.last} [trifft spät|entscheidet] [gegen {loser}|für {winner}]',
      '[Drama|Krimi] vor {crowd} Zuschauern: {winner} [jubelt|gewinnt {score}]',
      '[Bitterer Abend|Enttäuschung] für {loser}',
    ],
    leads: [
      '{winner} hat {loser} vor {crowd} Zuschauern {score} [geschlagen|besiegt].',
      'Ein Tor von {scorer} in der {minute}. Minute hat am {weekday} die Partie zwischen {winner} und {loser} entschieden.',
    ],
    facts: [
      'Das entscheidende Tor fiel in der {minute}. Minute durch {scorer}.',
      '{loser} hatte [mehr vom Spiel|die besseren Chancen], traf aber zweimal nur den Pfosten.',
      '{crowd} Menschen waren im Stadion.',
      'Kurz vor der Pause wurde ein Elfmeter [gehalten|gegeben und zurückgenommen].',
      '{winner} [klettert auf|bleibt auf] Platz zwei.',
    ],
    quotes: [
      '„Wir haben gelitten, und dann gelächelt“, sagte {coach} vom Trainerteam.',
      '„Augen zu und drauf“, [beschrieb|schilderte] {scorer.last} den Treffer.',
    ],
  },
  transfer: {
    titles: [
      '{player} [wechselt zu|geht zu|unterschreibt bei] {to}',
      '{fee}: {to} [holt|verpflichtet] {player.last}[ von {from}|]',
      '[Perfekt|Offiziell]: {player.last} verlässt {from}',
    ],
    leads: [
      '{player} wechselt von {from} zu {to}, die Ablöse soll {fee} betragen.',
      'Bis zuletzt hatte man bei {from} gehofft, am {weekday} unterschrieb {player} bei {to}.',
    ],
    facts: [
      'Der Vertrag läuft [drei|vier|fünf] Jahre.',
      '{goals} Tore stehen aus der vergangenen Saison zu Buche.',
      'Zur Ablöse von {fee} kommen Prämien.',
      '{coach} vom Trainerteam hatte sich den Wechsel seit dem Frühjahr gewünscht.',
      '{from} sucht bereits Ersatz.',
    ],
    quotes: [
      '„Ich gehe mit einem weinenden und einem lachenden Auge“, sagte {player}.',
      '„So jemand macht die anderen besser“, schwärmte {coach.last}.',
    ],
  },
} as const satisfies Record<string, EventPatterns>
