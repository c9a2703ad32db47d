import type { EventPatterns } from '../patterns.ts'

/** Technology and science, in English. */
export const EN_KNOWLEDGE = {
  launch: {
    titles: [
      '{maker.short} [unveils|launches|takes the wraps off|introduces] the {product}[ at {city} event|]',
      '[Meet|Say hello to] the {product}: {maker.short} [bets on|doubles down on] [repairability|battery life|local processing|smaller hardware]',
      'The {product} [goes on sale|hits the shelves] for ${price}[, and {maker.short} expects queues|]',
      '{boss} [shows off|presents] {maker.short}’s [long-awaited|next] device, the {product}',
      '[Hands-on|First look]: {product} [is faster, lighter and more expensive|feels like a fresh start for {maker.short}]',
    ],
    leads: [
      '{maker} [presented|unveiled|showed] its new {product} [in {city} on {weekday}|on {weekday}], [with a price tag of|starting at] ${price}.',
      'After months of rumours, the {product} is [here|official]: {maker.short} [put its new device on stage|ended the guessing] in {city} on {weekday}.',
      '[Around|Some] {buyers} people had [already] signed up for the {product} before {maker.short} [said what it would cost|named a price]: ${price}.',
    ],
    facts: [
      'The device [can be opened|comes apart] with an ordinary screwdriver, and spare parts will be [sold|available] for ten years.',
      '{boss.last}, who [runs|heads] {maker.short}, [promised|announced] deliveries [within six weeks|before the end of the quarter].',
      'The base model costs ${price}; [a larger version|one with more memory] follows in spring.',
      'Early testers [praised|liked] the screen but [complained about|were less happy with] the weight.',
      '{maker.short} said {buyers} orders had come in [on the first day|within hours].',
      'All processing happens on the device [itself|] [and nothing leaves it without consent|], according to the manufacturer.',
    ],
    quotes: [
      '“[We threw out everything we knew|We started from an empty desk],” {boss.last} told the audience[ in {city}|].',
      '“People keep their devices longer, and so they should,” said {boss}.',
    ],
  },
  outage: {
    titles: [
      '{company.short} outage [knocks out|takes down|cripples] {service} for [millions|hours]',
      '{service} [down|unavailable] for {hours} hours after [fault|failure] at {company.short}',
      '[What went wrong|A single typo|Why it went dark]: {company.short} explains {hours}-hour [blackout|failure]',
      '{users} customers [cut off|left waiting] as {company.short} [struggles with|scrambles to fix] {service}',
    ],
    leads: [
      'A fault at {company} [left|kept] about {users} customers without {service} for {hours} hours on {weekday}.',
      '{service} came to a standstill on {weekday} when [systems|a data centre] of {company} [failed|went offline].',
      '[It began with an update|An expired certificate was enough]: {company.short} lost {service} for {hours} hours[, in the middle of the working day|].',
    ],
    facts: [
      'The [trouble|breakdown] began in a data centre near {city}, where a [cooling pump|routing table|backup switch] failed.',
      'Service was restored [step by step|region by region] after {hours} hours.',
      'There was no sign of an attack, the company [said|stressed].',
      'Shops and [ticket offices|clinics] in several cities [fell back on paper|had to turn people away].',
      'Regulators have asked {company.short} for a [report|written explanation] within two weeks.',
      'At the height of the failure some {users} users were [affected|locked out].',
    ],
    quotes: [
      '“We let people down [today|],” {boss.last}, the head of {company.short}, [wrote|admitted].',
      '“[One mistake should never travel this far|No single switch should be able to do this],” said {boss}.',
    ],
  },
  breach: {
    titles: [
      '{data} of {people} people [leaked|exposed|stolen] in {company.short} breach',
      '{company.short} [admits|confirms] [data leak|break-in]: {data} [exposed|in the open]',
      '[Hackers|Intruders] roamed {company.short} network for {weeks} weeks',
      '[Change your password|What to do now]: {company.short} [loses|mislays] {data} of {people} customers',
    ],
    leads: [
      'Intruders have [taken|copied] {data} of about {people} people from {company}, the company [confirmed|said] on {weekday}.',
      'For {weeks} weeks nobody at {company} noticed that [strangers|someone else] [read along|had the keys]; now {data} are [for sale|circulating].',
      'A researcher from {city} [found|stumbled upon] an open store with {data} [belonging to|from] {company}.',
    ],
    facts: [
      'The attackers [got in|entered] through [an old test server|a contractor’s laptop|a forgotten account].',
      '{expert}, a security researcher in {city}, had [warned|alerted] the company {weeks} weeks earlier.',
      'Card numbers are not among the data, [the company says|according to {company.short}].',
      'All {people} people concerned are to be [informed by letter|notified] by the end of the month.',
      'The data protection authority has [opened|started] an investigation; fines can reach four percent of turnover.',
    ],
    quotes: [
      '“This was not a clever attack, it was an open door,” said {expert}.',
      '“[You cannot lose what you never collected|Data that is not kept cannot leak],” {expert.last} [noted|said].',
    ],
  },
  chip: {
    titles: [
      '[New chip|Chip prototype] from {university} [cuts|slashes] energy use by {saving}',
      '{company.short} and {university} [build|show] processor that [needs|gets by on] {saving} less power',
      '[Smaller, cooler, slower to age|Cool runnings]: the processor from {city}',
      'Researchers [shrink|squeeze] {company.short} processor to {size} nanometres',
    ],
    leads: [
      'Engineers at the {university} and at {company} have [built|demonstrated] a processor that [uses|draws] {saving} less energy than [today’s best|comparable chips].',
      'A [thumbnail-sized|tiny] processor made in {city} [could|may] [cut the power bill of data centres|change how phones are built].',
    ],
    facts: [
      'Its structures measure {size} nanometres and are [stacked|arranged] in three layers.',
      'The group [led by|around] {lead} [worked on it for six years|went through forty failed prototypes].',
      '{company.short} wants to [begin|start] trial production in {city} [next year|within eighteen months].',
      'In tests the chip stayed below 40 degrees [under full load|even after days of work].',
      'Independent experts [call the result solid|want to see it repeated] before they believe the {saving}.',
    ],
    quotes: [
      '“The trick is to do nothing for most of the time,” {lead.last} [explained|said].',
      '“We are not faster, we are [lazier|calmer],” said {lead}.',
    ],
  },
  discovery: {
    titles: [
      '[Scientists|Researchers] [find|discover|uncover] {find} near {city}',
      '{find}: [sensational|surprising|rare] find [near|outside] {city}',
      '[{years} years old|Older than thought]: {find} [turns up|comes to light] near {city}',
      'What {find} [tells us about|reveals of] the past of {city.country}',
    ],
    leads: [
      'A team from the {university} has [found|come across|discovered] {find} near {city}, [it reported|the researchers said] on {weekday}.',
      'Buried under {metres} metres of [clay|sand|gravel], {find} has [waited|lain hidden] near {city} for an estimated {years} years.',
      'It was meant to be a routine survey; instead {lead} and colleagues [found|stood before] {find}.',
    ],
    facts: [
      'The site lies {metres} metres below today’s surface and was [found|noticed] during work on a [road|pipeline].',
      'Dating puts the age at {years} years, [give or take a few percent|give or take two hundred].',
      '{lead}, who leads the excavation, [expects|hopes for] more finds in the coming season.',
      'The results [appear|are published] in a specialist journal this week.',
      'Until the work is done the exact place is [kept secret|guarded around the clock].',
    ],
    quotes: [
      '“[I called my daughter before I called the ministry|We did not sleep that night],” {lead.last} [said|recalled].',
      '“Textbooks will have to be [corrected|rewritten], at least by a page,” said {lead}.',
    ],
  },
  mission: {
    titles: [
      '{probe} [reaches|arrives at|enters orbit around] {body}',
      'Probe {probe} [sends|beams back] first pictures of {body}',
      '{days} days later: {probe} [is in orbit around|has arrived at] {body}',
      '[Nail-biting|Tense] minutes, then a signal: {probe} at {body}',
    ],
    leads: [
      'After a journey of {days} days the probe {probe} has [reached|arrived at] {body}, [as {agency} announced|{agency} said] on {weekday}.',
      '[Silence for nineteen minutes, then applause|First silence, then applause]: {probe} has [swung into|entered] orbit around {body}.',
    ],
    facts: [
      'The mission costs {cost} and is [planned|meant] to last at least three years.',
      'On board are a radar, two spectrometers and a camera that [sees|resolves] objects the size of a bus.',
      'The first pictures show [bright ridges|dark, winding valleys|a surface with hardly any craters].',
      'Flight director {lead} had [feared for|worried about] a valve that [stuck|jammed] twice on the way.',
      'Data from {body} take [the better part of an hour|long minutes] to reach the ground.',
    ],
    quotes: [
      '“{body} is [stranger|more beautiful] than we dared hope,” said {lead}.',
      '“The most expensive {days} days of my life,” {lead.last} [joked|said].',
    ],
  },
  trial: {
    titles: [
      '[New|Experimental] drug [cuts|reduces] {illness} attacks by {cut}',
      '[Hope|Progress] for people with {illness}: trial [succeeds|shows strong effect]',
      '{company.short} [shares good news on|reports success with] {illness} treatment',
      '{illness}: [what the new study does and does not show|study with {patients} patients raises hopes]',
    ],
    leads: [
      'A new treatment [reduces|cuts] the burden of {illness} by {cut}, a trial with {patients} patients [shows|suggests].',
      'Doctors at the {university} have [presented|published] results on {illness} that [colleagues call remarkable|raise hopes].',
    ],
    facts: [
      'Half of the {patients} participants [received|were given] a placebo.',
      'Side effects were [mild|rare]: headache and tiredness above all.',
      '{company}, which paid for the study, wants to [apply for|seek] approval this year.',
      'The effect of {cut} [lasted|held] for at least a year.',
      'What the treatment will cost is [open|not yet known].',
    ],
    quotes: [
      '“[This is a step, not a cure|It is a beginning],” [warned|said] {lead}, who led the trial.',
      '“We have waited twenty years for such numbers,” said {lead.last}.',
    ],
  },
} as const satisfies Record<string, EventPatterns>
