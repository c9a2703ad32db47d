import type { Features } from '../patterns.ts'

/** Features and columns, in English. */
export const EN_FEATURES: Features = {
  byCategory: {
    technology: {
      titles: [
        '[Review|Long-term test]: {n} days with the {product}',
        'How {person} runs a [bookshop|bakery|fire brigade] on [a single spreadsheet|software from 1996]',
        'Why {person} [left|gave up on] the cloud after {n} [months|weeks][, and what it cost|]',
        '{n} small [tools|tricks] that [make|keep] a server in {city} quiet',
        'Inside the repair café of {city}',
        '{n} [forgotten file formats|error messages|keyboard layouts] from the cellars of {city}',
      ],
      leads: [
        'It started with a broken [printer|fan|cable] in {city} and ended {n} days later with a different way of working.',
        'The {product} looks like every other device; [using it for {n} days|living with it] tells another story.',
        '{person} [maintains|looks after] a program that {n} thousand people use and nobody pays for.',
      ],
      facts: [
        'The first surprise was how little was missing.',
        'Of {n} features announced, we [needed|used] four.',
        'Engineers at {company} recommend measuring first and buying later.',
        'A backup that was never restored is only a hope.',
        'All figures were taken on the same desk, with the same cable, on a {weekday}.',
      ],
    },
    science: {
      titles: [
        'What [moss|lichen|a beehive] near {city} [can teach|teaches] us about [patience|networks]',
        '{person} [counts|listens to] the [glaciers|owls|earthworms] of {city}',
        'Ask {person}: why do [shadows have colours|cats purr|we yawn]?',
        '{n} nights on the observatory [roof|hill] above {city}',
        'The [strange|second] life of a museum [drawer|whale] in {city}',
      ],
      leads: [
        'Every morning at five {person} of the {university} [walks|cycles] the same {n} kilometres and writes down what is there.',
        'Few places are as quiet as the cellar of the {university}, and that is [the point|why the instrument stands there].',
      ],
      facts: [
        'The series of measurements goes back {n} years.',
        'Nobody had asked the question, so nobody had looked.',
        'One sample in {n} holds something that does not belong there.',
        'The method needs a bucket, a thermometer and time.',
        '{person.last} hopes that somebody will carry on one day.',
      ],
    },
    business: {
      titles: [
        'The [baker|cobbler|ferry operator] of {city} who [refuses to grow|says no to investors]',
        'What {city}’s [rents|freight rates|egg prices] tell us about next year',
        '[Opinion|Comment]: {company} should stop [explaining itself|counting clicks]',
        '{n} questions to {person} before you [sign|buy] anything',
        'A [family firm|cooperative] from {city} [turns|is] {n}',
      ],
      leads: [
        'In {city} a company of {n} people makes what nobody else makes any more.',
        '{person} has been asked {n} times to sell, and has said no {n} times.',
      ],
      facts: [
        'Margins are thin, customers loyal, invoices paid by {weekday}.',
        'The neighbour {company} tried something similar and gave up.',
        'A rule of the house: nobody earns more than five times what anybody else does.',
        'The order book reaches into the year after next.',
        'Economists at the {university} call the model stubborn and sound.',
      ],
    },
    world: {
      titles: [
        'A day on the [night train|ferry|bus] to {city}',
        'Letter from {city}: [the bridge that was never finished|a market without money]',
        '[Why|How] {city} [closed its streets to cars|plants a tree for each newborn]',
        'The [village|island] off {city} that votes by [raising hands|singing]',
        '{n} years after the flood, {city} [builds higher|remembers]',
      ],
      leads: [
        'When the ferry comes, {city} wakes up; when it leaves, the square belongs to the cats again.',
        '{person} has driven the line to {city} for {n} years and knows every passenger by name.',
      ],
      facts: [
        'The council met {n} times before it agreed.',
        'Most young people leave at eighteen, and some return at thirty.',
        'In the café by the station opinions are divided, as always.',
        'The road was promised in every campaign of the last {n} years.',
        '{person.last} keeps the minutes in a biscuit tin.',
      ],
    },
    culture: {
      titles: [
        '[Review|Criticism]: “{work}” [is too long and just right|asks much and gives more]',
        '{person} on [silence|bad reviews|writing by hand]',
        'The [choir|cinema|library] of {city} that [never closes|lives in a swimming pool]',
        '{n} books for a [rainy|long] weekend in {city}',
        'Why {person} [rereads|returns to] “{work}”',
      ],
      leads: [
        'There is a moment in “{work}” when nothing happens for {n} minutes, and one dare not breathe.',
        '{person} works in a former post office in {city}, without a telephone.',
      ],
      facts: [
        'The edition comes with {n} drawings that have never been shown.',
        'One laughs at the wrong places, and that is meant.',
        'The second half loses its thread and finds a better one.',
        'Tickets for {city} are sold out until {weekday}.',
        'What remains is a smell of wet coats and oranges.',
      ],
    },
    sports: {
      titles: [
        'Inside [the dressing room|the laundry] of {team}',
        '{n} [numbers|things] that explain {team}’s [season|run]',
        '[Portrait|Long read]: {person}, [the last amateur|referee for {n} years]',
        'The [slowest|coldest] marathon in the world is run in {city}',
        'Player ratings: [who shone|who slept] for {team}',
      ],
      leads: [
        'At {team} the day begins with {n} pairs of boots and a radio.',
        '{person} never won a title and is greeted in {city} like a champion.',
      ],
      facts: [
        'Nobody covers more ground; the statistics say {n} kilometres in three matches.',
        'The youth ground lies behind the gasworks and floods every spring.',
        'The next match is on {weekday}.',
        'For {person.last} it is still a game, and that is the secret.',
        'Season tickets cost less than in {city}.',
      ],
    },
  },
  columns: [
    {
      title: 'Morning briefing',
      leads: ['Good morning from the newsroom; this is what [matters|counts] on {weekday}.'],
      facts: [
        'In {city} the council votes on the tram line.',
        '{company} publishes figures at noon.',
        'And finally: {person} has kept bees for {n} years today, and still gets stung.',
        'Expect [showers|fog|sun] in the west and {n} degrees by the sea.',
      ],
    },
    {
      title: 'Weather for today and tomorrow',
      leads: ['[Cloudy|Bright|Windy] with [showers|sunny spells] around {city}.'],
      facts: [
        'Highs reach {n} degrees at the coast.',
        'The night stays [dry|clear|mild].',
        'Tomorrow [more of the same|the wind turns north].',
      ],
    },
    {
      title: 'Markets at a glance',
      leads: [
        'Shares [rose|fell|hardly moved] in early trading, with {company} [in the lead|at the bottom].',
      ],
      facts: [
        'Oil cost {n} dollars a barrel.',
        'The bond market waited for {weekday}.',
        'In {city} trade was thin.',
      ],
    },
  ],
  closers: [
    'More on this in the course of the day.',
    'It was not clear at first what the next step would be.',
    'A spokesperson did not answer questions [by the evening|before this was published].',
    '[Further details|Details] are to be [made public|announced] next week.',
    'The matter is likely to occupy {place.country} for some time.',
  ],
  updateMarks: ['UPDATE: ', 'Updated: ', 'Corrected: '],
  updateNotes: [
    'This article has been updated: an earlier version gave a wrong first name.',
    'Correction: the figure in the second paragraph has been put right.',
    'Update: the authorities have confirmed the details since this was first published.',
  ],
  agencyCredit: '(Meridian Wire)',
}
