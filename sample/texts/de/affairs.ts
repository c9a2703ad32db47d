import type { EventPatterns } from '../patterns.ts'

/** Business and world affairs, in German. */
export const DE_AFFAIRS = {
  takeover: {
    titles: [
      '{buyer.short} [kauft|übernimmt|schluckt] {target.short}[ für {price}|]',
      '{price}: {buyer.short} [sticht Konkurrenz aus und kauft|bekommt Zuschlag für] {target.short}',
      'Übernahme: {target.short} [geht an|gehört bald zu] {buyer.short}',
    ],
    leads: [
      '{buyer} [übernimmt|kauft] {target} für {price}, wie beide Unternehmen am {weekday} mitteilten.',
      'Es ist der größte Zukauf in der Geschichte von {buyer.short}: {price} für {target}.',
    ],
    facts: [
      '{target.short} beschäftigt {staff} Menschen, die meisten in {city}.',
      'Das Kartellamt muss noch zustimmen.',
      'Der Preis liegt [ein Drittel|ein Viertel] über dem letzten Kurs.',
      '{boss}, an der Spitze von {buyer.short}, schließt Werksschließungen [vorerst|für zwei Jahre] aus.',
      'Die Aktie von {target.short} [sprang nach oben|legte kräftig zu], die von {buyer.short} gab nach.',
    ],
    quotes: [
      '„Die beiden passen wie Schlüssel und Schloss“, sagte {boss}.',
      '„Wir werden nichts überstürzen“, versprach {boss.last}.',
    ],
  },
  results: {
    titles: [
      '{company.short} [steigert Gewinn um|verdient] {change}[ mehr|]',
      '{profit} Gewinn: {company.short} [übertrifft Erwartungen|überrascht die Börse]',
      '[Starkes Quartal|Gute Zahlen]: {company.short} [hebt Dividende an|wächst um {change}]',
    ],
    leads: [
      '{company} hat im vergangenen Quartal {profit} verdient, {change} mehr als vor einem Jahr.',
      'Umsatz {sales}, Gewinn {profit}: {company} hat am {weekday} Zahlen [vorgelegt|veröffentlicht], die [alle Prognosen schlagen|kaum jemand erwartet hatte].',
    ],
    facts: [
      'Der Umsatz [erreichte|lag bei] {sales}.',
      'Am besten lief das Geschäft [mit Dienstleistungen|im Inland|in Asien], Rohstoffe wurden teurer.',
      'Die Dividende soll um ein Zehntel steigen.',
      'Für das ganze Jahr bleibt das Haus aus {city} [bei seiner Prognose|vorsichtig].',
    ],
    quotes: [
      '„Gute Quartale machen bequem“, warnte {boss}.',
      '„Aufträge haben wir genug, es fehlen die Leute“, sagte {boss.last}.',
    ],
  },
  layoffs: {
    titles: [
      '{company.short} [streicht|baut ab:] {jobs} Stellen[ in {city}|]',
      '[Jobabbau|Kahlschlag] in {city}: {jobs} Stellen bei {company.short} [fallen weg|in Gefahr]',
      '{share} weniger Personal: {company.short} [spart|zieht die Reißleine]',
    ],
    leads: [
      '{company} [streicht {jobs} Stellen|baut {jobs} Stellen ab], das sind {share} der Belegschaft.',
      'In {city} hatte man es befürchtet: {company} trennt sich von {jobs} Beschäftigten.',
    ],
    facts: [
      'Am härtesten trifft es den Standort {city}.',
      'Die Gewerkschaft um {union} kündigte einen Aktionstag an.',
      'Das Unternehmen verweist auf schwache Nachfrage und [teure Energie|hohe Zinsen].',
      'Betroffenen werden ein Jahresgehalt oder eine Umschulung angeboten.',
    ],
    quotes: [
      '„Wir haben zu lange gewartet“, sagte {boss} von {company.short}.',
      '„Wer die Gewinne gemacht hat, wird vor die Tür gesetzt“, sagte {union.last}.',
    ],
  },
  rates: {
    titles: [
      '{bank} [hält|setzt] Leitzins [bei|auf] {rate}',
      'Leitzins {rate}: {governor.last} [mahnt zur Geduld|lässt sich Zeit]',
      'Inflation {inflation}: [Was die Zinsentscheidung bedeutet|Notenbank entscheidet]',
    ],
    leads: [
      'Die {bank} hat ihren Leitzins auf {rate} festgelegt, [sagte {governor} am {weekday}|teilte sie am {weekday} mit].',
      'Bei einer Inflation von {inflation} [sieht|hat] die {bank} keinen Grund zur Eile: Der Leitzins beträgt {rate}.',
    ],
    facts: [
      'Die Preise stiegen zuletzt um {inflation} im Jahr.',
      'Der Beschluss fiel [einstimmig|mit sieben zu zwei Stimmen].',
      'Baugeld wird damit [etwas|spürbar] teurer.',
      'In sechs Wochen tagt der Rat erneut.',
    ],
    quotes: [
      '„Wir schauen auf die Daten, nicht auf den Kalender“, sagte {governor}.',
      '„Die Bank geht auf dünnem Eis und weiß es“, urteilte {analyst}.',
    ],
  },
  election: {
    titles: [
      '{winner} [gewinnt Wahl|siegt] in {country}[ mit {share}|]',
      '{country} [hat gewählt|entscheidet sich]: {winner.last} [vor|schlägt] {loser.last}',
      '{loser.last} gesteht Niederlage ein, {winner.last} [regiert künftig|übernimmt]',
    ],
    leads: [
      '{winner} hat die Präsidentenwahl in {country} mit {share} der Stimmen gewonnen.',
      'Um Mitternacht griff {loser} zum Telefon und gratulierte: {country} wird künftig von {winner} regiert.',
    ],
    facts: [
      'Die Wahlbeteiligung lag bei {turnout}.',
      '{winner.last} lag in den [Städten|Küstenprovinzen] vorn, {loser.last} auf dem Land.',
      'Fachleute sprachen von einer ruhigen Wahl.',
      'In {city} wurde bis zum Morgen gefeiert.',
    ],
    quotes: [
      '„Ich werde auch für die da sein, die mich nicht wollten“, sagte {winner.last}.',
      '„Das Volk hat gesprochen, und ich höre zu“, sagte {loser}.',
    ],
  },
  summit: {
    titles: [
      '{first} und {second} [einigen sich|legen Streit bei] über {topic}',
      '[Durchbruch|Einigung in letzter Minute] in {city}: [Abkommen|Vertrag] über {topic}',
      'Nach {years} Jahren: {first} und {second} beenden Streit über {topic}',
    ],
    leads: [
      '{first} und {second} haben in {city} ihren Streit über {topic} [beigelegt|beendet].',
      '{years} Jahre lang stritten {first} und {second} über {topic}, [nun genügte eine lange Nacht in {city}|am {weekday} war Schluss damit].',
    ],
    facts: [
      'Das Abkommen gilt [zehn|fünfzehn|zwanzig] Jahre.',
      'Eine gemeinsame Kommission mit Sitz in {city} soll es überwachen.',
      'Beide Parlamente müssen noch zustimmen.',
      'Vermittelt hatte {envoy}, monatelang im Pendelverkehr.',
      'Die Opposition in {second} nennt den Kompromiss zu weich.',
    ],
    quotes: [
      '„Niemand hat alles bekommen, also hält es vielleicht“, sagte {envoy}.',
      '„Um vier Uhr früh haben wir noch Kommas gezählt“, so {envoy.last}.',
    ],
  },
  quake: {
    titles: [
      '[Erdbeben|Beben] der Stärke {magnitude} [erschüttert|trifft] {city}',
      '{injured} Verletzte nach [Beben|Erdstoß] in {city.country}',
      '{city} nach dem Beben: [Suche in Trümmern|{homes} Häuser beschädigt]',
    ],
    leads: [
      'Ein Erdbeben der Stärke {magnitude} hat am {weekday} die Gegend um {city} erschüttert; mindestens {injured} Menschen wurden verletzt.',
      'Zwanzig Sekunden genügten: In {city} sind nach einem Beben der Stärke {magnitude} rund {homes} Häuser unbewohnbar.',
    ],
    facts: [
      'Der Herd lag in {depth} Kilometern Tiefe.',
      'Etwa {homes} Häuser sind beschädigt oder zerstört.',
      'Straßen und die Bahnlinie nach {city} sind gesperrt.',
      'Mit Nachbeben ist tagelang zu rechnen.',
      '{city.country} hat die Nachbarn um Zelte und Suchhunde gebeten.',
    ],
    quotes: [
      '„Wir schlafen alle auf dem Fußballplatz“, sagte {mayor} aus dem Rathaus.',
      '„Jetzt zählt jede Stunde“, so {mayor.last}.',
    ],
  },
  storm: {
    titles: [
      'Sturm {storm}: {homes} [Haushalte|Häuser] [ohne Strom|im Dunkeln]',
      '{storm} [fegt über|wütet in] {city}',
      '{evacuated} Menschen [fliehen|in Sicherheit]: {storm} [trifft auf Land|erreicht {city.country}]',
    ],
    leads: [
      'Sturm {storm} hat in {city} und Umgebung {homes} Haushalte vom Strom abgeschnitten.',
      'Mit Böen von {wind} Stundenkilometern ist {storm} am {weekday} über {city.country} [gezogen|gefegt].',
    ],
    facts: [
      'Am Hafen von {city} wurden {wind} Stundenkilometer gemessen.',
      '{evacuated} Menschen verbrachten die Nacht in Turnhallen und Schulen.',
      'Züge und Fähren fahren bis auf Weiteres nicht.',
      'Die Reparatur der Leitungen kann bis zum Wochenende dauern.',
      'Bis morgen Abend soll der Sturm abflauen.',
    ],
    quotes: [
      '„Bleiben Sie drinnen, auch wenn es ruhig scheint“, [mahnte|bat] {official} vom Katastrophenschutz.',
      '„Das Meer stand bis an die Kirchentreppe“, sagte {official.last}.',
    ],
  },
  resignation: {
    titles: [
      '[Rücktritt in|Kabinett von] {country}: {minister.last} [gibt auf|geht]',
      'Vertrag über {sum} [kostet {minister.last} das Amt|wird {minister.last} zum Verhängnis]',
      '{successor} [folgt auf|ersetzt] {minister.last} im Ministerium für {office}',
    ],
    leads: [
      '{minister} hat nach Vorwürfen um einen Vertrag über {sum} die Leitung des Ministeriums für {office} in {country} niedergelegt.',
      '{months} Monate im Amt, dann ein kurzer Brief: {minister} leitet das Ministerium für {office} in {country} nicht mehr.',
    ],
    facts: [
      'Der Rechnungshof hatte beanstandet, dass {sum} ohne Ausschreibung geflossen waren.',
      '{successor} übernimmt sofort.',
      'Die Opposition fordert einen Untersuchungsausschuss.',
      'Persönlichen Gewinn [bestreitet {minister.last}|weist {minister.last} von sich].',
    ],
    quotes: [
      '„Ich habe Fehler gemacht, aber keinen Cent genommen“, sagte {minister}.',
      '„Das Haus braucht Ruhe“, sagte {successor.last}.',
    ],
  },
} as const satisfies Record<string, EventPatterns>
