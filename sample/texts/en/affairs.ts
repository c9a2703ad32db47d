import type { EventPatterns } from '../patterns.ts'

/** Business and world affairs, in English. */
export const EN_AFFAIRS = {
  takeover: {
    titles: [
      '{buyer.short} [to buy|agrees to acquire|snaps up|swallows] {target.short} [for|in] {price}[ deal|]',
      '{price}: {buyer.short} [pays a high price for|wins the race for] {target.short}',
      '{target.short} [accepts|agrees to] takeover by {buyer.short}',
      '[What {buyer.short} wants with|Why {buyer.short} is buying] {target.short}',
    ],
    leads: [
      '{buyer} is [buying|taking over] its rival {target} for {price}, both companies [announced|said] on {weekday}.',
      'It is the [biggest|boldest] purchase in the history of {buyer.short}: {price} for {target}[, headquartered in {city}|].',
      '[Weeks of talks have ended|The bidding is over]: {target} will [belong to|become part of] {buyer}.',
    ],
    facts: [
      '{target.short} employs {staff} people, most of them in {city}.',
      'Competition authorities still have to [agree|approve]; a decision is expected within six months.',
      'The price is [a third|a quarter|nearly half] above [the last closing price|what the market had expected].',
      '{boss}, chief executive of {buyer.short}, ruled out [closing sites|job cuts] [for two years|for now].',
      'Shares of {target.short} [jumped|leapt], those of {buyer.short} [slipped|fell].',
    ],
    quotes: [
      '“[Together we are more than the sum|The two fit like lock and key],” said {boss}.',
      '“We will not rush anything,” {boss.last} [promised|told employees].',
    ],
  },
  results: {
    titles: [
      '{company.short} [lifts|raises] profit by {change}[ to {profit}|]',
      '[Strong|Better than expected] quarter: {company.short} earns {profit}',
      '{profit} profit: {company.short} [surprises|beats] analysts',
      '{company.short} [grows|gains] {change}, [but warns of a harder year|and raises its dividend]',
    ],
    leads: [
      '{company} earned {profit} in the [past|last] quarter, {change} more than a year ago.',
      'Sales of {sales}, profit of {profit}: {company} [reported|published] [figures above all forecasts|its best quarter yet] on {weekday}.',
    ],
    facts: [
      'Sales [came to|reached] {sales}.',
      'Business was best in [services|Asia|the home market], while [raw materials|freight] cost more.',
      'The dividend is to [rise|go up] by a tenth.',
      'For the full year the company from {city} [keeps its forecast|expects slower growth].',
      'Analysts had [reckoned with|expected] [clearly less|a good deal less].',
    ],
    quotes: [
      '“[We do not take this for granted|Good quarters make lazy companies],” said chief executive {boss}.',
      '“Demand is there; what we lack is people,” {boss.last} said.',
    ],
  },
  layoffs: {
    titles: [
      '{company.short} [cuts|to axe|slashes] {jobs} jobs[ in {city}|]',
      '[Bitter news|Empty desks]: {company.short} [sheds|lays off] {share} of its staff',
      '{jobs} [jobs to go|positions cut] at {company.short}',
      'Workers in {city} [protest|walk out] over {company.short} job cuts',
    ],
    leads: [
      '{company} will [cut|shed] {jobs} jobs, {share} of its workforce, [it said|the company announced] on {weekday}.',
      'In {city} they had feared it for months: {company} is [letting {jobs} people go|cutting {jobs} jobs].',
    ],
    facts: [
      'The site in {city} is [hit hardest|to close within two years].',
      'Union leader {union} [called for|announced] [talks|a day of action].',
      'The company [points to|blames] weak demand and [expensive energy|high interest rates].',
      'Those affected are offered [a year’s pay|retraining] or early retirement.',
      'Last year {company.short} had still [hired|taken on] hundreds.',
    ],
    quotes: [
      '“[This is the hardest decision of my career|We waited too long],” said {boss}, who heads {company.short}.',
      '“The people who made the profits are shown the door,” said {union.last}.',
    ],
  },
  rates: {
    titles: [
      '{bank} [holds|keeps] rates at {rate}[ as inflation eases|]',
      '{bank} [sets|moves] key rate to {rate}',
      '{governor.last} [signals|hints at] [a long pause|patience]: key rate at {rate}',
      'Inflation at {inflation}: {bank.country} [braces for|gets] new interest rate',
    ],
    leads: [
      'The {bank} has set its key interest rate at {rate}, [its governor {governor} said|it announced] on {weekday}.',
      'With inflation at {inflation}, the {bank} [sees no room|sees little reason] for haste: the key rate [stands at|is now] {rate}.',
    ],
    facts: [
      'Prices in {bank.country} last rose by {inflation} over the year.',
      'The decision was [unanimous|carried by seven votes to two].',
      'For home buyers a ten-year loan now costs [noticeably|a little] more.',
      'The next meeting is in six weeks.',
      '{analyst}, who follows the bank for investors, expects [no further step|one more step] this year.',
    ],
    quotes: [
      '“[Patience is a policy too|We look at the data, not at the calendar],” said {governor}.',
      '“The bank is walking on ice and knows it,” {analyst} [commented|said].',
    ],
  },
  election: {
    titles: [
      '{winner} [wins|claims victory in] {country} election[ with {share}|]',
      '{country} [votes for change|has decided]: {winner.last} [ahead of|defeats] {loser.last}',
      '{loser.last} concedes, {winner.last} to [lead|govern] {country}',
      '[High|Record] turnout as {country} [elects|picks] {winner.last}',
    ],
    leads: [
      '{winner} has won the presidential election in {country} with {share} of the vote.',
      'At midnight {loser} [picked up the phone and conceded|gave up]: {country} will be [led|governed] by {winner}.',
      '{country} has [chosen|elected] a new president: {winner} [received|took] {share} of the votes[, the electoral commission said on {weekday}|].',
    ],
    facts: [
      'Turnout was {turnout}.',
      '{winner.last} was ahead in [the cities|the south|almost all provinces], {loser.last} in the [countryside|north].',
      'Observers spoke of [a calm vote|few irregularities].',
      'In {city} thousands [celebrated|were out in the streets] until morning.',
      'The new president takes office in [January|two months].',
    ],
    quotes: [
      '“I will be president of those who did not want me, too,” said {winner.last}.',
      '“The people have spoken, and I listen,” {loser} told supporters in {city}.',
    ],
  },
  summit: {
    titles: [
      '{first} and {second} [sign|reach|agree on] deal over {topic}',
      '[Breakthrough|Late-night agreement] in {city}: {first} and {second} settle {topic} dispute',
      'After {years} years: {first}, {second} [end|bury] row over {topic}',
      '{envoy.last} [brokers|mediates] accord between {first} and {second}',
    ],
    leads: [
      '{first} and {second} have [settled|ended] their dispute over {topic} [at talks in {city}|in {city} on {weekday}].',
      'For {years} years {first} and {second} argued about {topic}; [a night in {city}|one long night in {city}] was enough to end it.',
    ],
    facts: [
      'The agreement runs for [ten|fifteen|twenty] years and can be extended.',
      'A joint commission based in {city} is to watch over it.',
      'Both parliaments still have to [ratify it|agree].',
      'Mediator {envoy} had [shuttled|travelled] between the capitals for months.',
      'Opposition politicians in {second} [criticised|attacked] the compromise as [too soft|a sell-out].',
    ],
    quotes: [
      '“Nobody got everything, so it may last,” said {envoy}.',
      '“[We counted commas until four in the morning|The coffee ran out before the arguments did],” {envoy.last} said.',
    ],
  },
  quake: {
    titles: [
      '[Earthquake|Quake] of magnitude {magnitude} [hits|shakes|strikes] {city}',
      '{injured} [injured|hurt] after [strong earthquake|tremor] in {city.country}',
      '[Homes destroyed|Walls collapse], {injured} injured: {city} after the quake',
      'Rescuers [dig|search] through the night in {city}',
    ],
    leads: [
      'An earthquake of magnitude {magnitude} [shook|struck] the region around {city} on {weekday}; at least {injured} people were [hurt|injured].',
      '[Shortly after dawn the ground moved|Twenty seconds were enough]: in {city} some {homes} homes are [damaged|uninhabitable] after a quake of magnitude {magnitude}.',
    ],
    facts: [
      'The quake’s centre lay at a depth of {depth} kilometres.',
      'About {homes} homes were damaged or destroyed, [the authorities|officials] [estimate|said].',
      'Roads and the railway to {city} are [blocked|closed].',
      'Aftershocks are [expected|likely] for days.',
      '{city.country} has asked its neighbours for [tents|search dogs] and field hospitals.',
    ],
    quotes: [
      '“We sleep in the football ground, all of us,” said mayor {mayor}.',
      '“Every hour counts now,” {mayor.last} [said|appealed].',
    ],
  },
  storm: {
    titles: [
      'Storm {storm} [batters|lashes|slams into] {city}[, {homes} homes without power|]',
      '{homes} homes [without power|in the dark] as storm {storm} [moves on|hits {city}]',
      '{evacuated} people [evacuated|flee] ahead of {storm}',
      '{storm} [leaves trail of destruction|tears off roofs] in {city.country}',
    ],
    leads: [
      'Storm {storm} has [cut {homes} homes off from the grid|left {homes} homes without electricity] [in and around|in] {city}.',
      'With gusts of {wind} kilometres an hour, {storm} [swept|raged] across {city.country} on {weekday}.',
      '{evacuated} people had left {city} [in time|] before {storm} [made landfall|arrived].',
    ],
    facts: [
      'Gusts of {wind} kilometres an hour were [measured|recorded] at the harbour of {city}.',
      '{evacuated} people spent the night in [schools and sports halls|emergency shelters].',
      'Trains and ferries are [not running|suspended] until further notice.',
      'Repairs of the power lines may take [days|until the weekend].',
      'Meteorologists expect the storm to [weaken|turn east] by tomorrow evening.',
    ],
    quotes: [
      '“Stay inside, even if it seems calm,” [urged|said] {official} of the civil protection agency.',
      '“The sea came up to the church steps,” {official.last} said.',
    ],
  },
  resignation: {
    titles: [
      '{country}’s {office} minister {minister.last} [resigns|steps down|quits]',
      '{minister.last} [falls|goes] over {sum} contract',
      '[Pressure too great|After weeks of pressure]: {minister} [resigns|gives up office]',
      '{successor} [replaces|to succeed] {minister.last} as {office} minister[ of {country}|]',
    ],
    leads: [
      'The minister of {office} of {country}, {minister}, has [resigned|stepped down] over a contract worth {sum}.',
      '{months} months in office, then a short letter: {minister} is no longer minister of {office} in {country}.',
    ],
    facts: [
      'Auditors had [found|reported] that {sum} were paid without a tender.',
      '{successor} [takes over|is to take over] at once.',
      'The opposition [demands|calls for] a committee of inquiry.',
      '{minister.last} [denies|rejects] any personal gain.',
      'It is the third change in the cabinet within {months} months.',
    ],
    quotes: [
      '“I made mistakes, but I never took a cent,” said {minister}.',
      '“The ministry needs quiet and I will bring it,” {successor.last} said.',
    ],
  },
} as const satisfies Record<string, EventPatterns>
