import type { EventPatterns } from '../patterns.ts'

/** Culture and sports, in English. */
export const EN_LEISURE = {
  award: {
    titles: [
      '“{work}” [wins|takes top prize at] {festival}',
      '{winner} [honoured|wins] at {festival} for “{work}”',
      '{festival}: [surprise win|main prize] for “{work}”',
      '[A quiet work wins loudly|Standing ovation]: {winner.last}’s “{work}”',
    ],
    leads: [
      '{winner} has won the main prize of the {festival} with “{work}”.',
      'Hardly anyone had “{work}” on the list; [now|on {weekday}] it [carried off|won] the main prize of the {festival}.',
    ],
    facts: [
      'The jury chose from {entries} entries.',
      'The award comes with ${purse}.',
      'Jury chair {jury} [praised|singled out] the work’s [patience|humour|exact eye].',
      'It is {winner.last}’s [first|second] large prize.',
      '“{work}” will be seen [in ten countries|on tour] from autumn on.',
    ],
    quotes: [
      '“It asks a simple question and does not let go,” said {jury}.',
      '“I only wanted to finish it before my mother’s birthday,” {winner.last} said.',
    ],
  },
  theft: {
    titles: [
      '[Thieves|Burglars] [steal|make off with] {object} from {museum}',
      '{object} [stolen|missing]: [heist|break-in] at {museum}',
      '{minutes} minutes, one ladder: [how {object} vanished|the {museum} robbery]',
      'Police hunt thieves after {worth} museum [heist|raid]',
    ],
    leads: [
      'Thieves have stolen {object} worth an estimated {worth} from the {museum}.',
      'It took {minutes} minutes: [unknown persons|burglars] [broke into|entered] the {museum} in the night to {weekday} and left with {object}.',
    ],
    facts: [
      'The value is put at {worth}, but it can hardly be sold.',
      'The alarm [rang|went off], [yet the guards thought it false|but nobody came].',
      'Police found a ladder and a [van|rowing boat] near the river.',
      'The museum [stays closed|remains shut] until the weekend.',
      '{detective}, who leads the investigation, [suspects|assumes] a commissioned theft.',
    ],
    quotes: [
      '“They knew which window did not close,” said {detective}.',
      '“Somebody will want it back more than they wanted it,” {detective.last} said.',
    ],
  },
  final: {
    titles: [
      '{winner} [beat|defeat|edge past|see off] {loser} {score}',
      '{scorer.last} [strikes late|decides it|hero] as {winner} beat {loser} {score}',
      '{score}: {winner} [in the final|on top] after [drama|thriller] against {loser}',
      '[Heartbreak|Bitter evening] for {loser}, joy for {winner}',
    ],
    leads: [
      '{winner} have [beaten|defeated] {loser} {score} [in front of|before] {crowd} spectators.',
      'A goal by {scorer} after {minute} minutes [settled|decided] the match between {winner} and {loser}.',
      '{crowd} people [saw|watched] {loser} lose {score} to {winner} on {weekday}, [and few had expected it|after leading for long].',
    ],
    facts: [
      '{scorer} scored the decisive goal after {minute} minutes.',
      '{loser} had [more of the ball|the better chances] but [hit the post twice|wasted them].',
      '{crowd} spectators [filled|came to] the ground.',
      'A penalty was [given and taken back|saved] shortly before half-time.',
      '{winner} [move up to|stay] second in the table.',
    ],
    quotes: [
      '“We suffered, and then we smiled,” said coach {coach}.',
      '“I just closed my eyes and shot,” {scorer.last} [admitted|said].',
    ],
  },
  transfer: {
    titles: [
      '{player} [joins|moves to|signs for] {to}[ from {from}|]',
      '{fee}: {to} [sign|land] {player.last}',
      '[Done deal|It is official]: {player.last} leaves {from} for {to}',
      '{from} [lose|let go] [top scorer|captain] {player.last} to {to}',
    ],
    leads: [
      '{player} [moves|is moving] from {from} to {to} for a reported {fee}.',
      'The fans of {from} had hoped to the last; on {weekday} {player} [signed with|put pen to paper at] {to}.',
    ],
    facts: [
      'The contract runs for [three|four|five] years.',
      '{player.last} scored {goals} goals last season.',
      'The fee is said to be {fee}, plus bonuses.',
      'Coach {coach} had [asked for|wanted] the transfer since spring.',
      '{from} are [already] looking for a replacement.',
    ],
    quotes: [
      '“I go with a wet eye and a dry one,” said {player}.',
      '“A player who makes others better,” {coach.last} [said|enthused].',
    ],
  },
} as const satisfies Record<string, EventPatterns>
