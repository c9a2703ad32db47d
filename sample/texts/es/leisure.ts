import type { EventPatterns } from '../patterns.ts'

/** Culture and sports, in Spanish. */
export const ES_LEISURE = {
  award: {
    titles: [
      '{festival}: [gran premio|galardón] para «{work}»',
      '{winner} [gana|triunfa] con «{work}»',
      '«{work}», [una obra callada que gana a gritos|la sorpresa del año]',
    ],
    leads: [
      '{festival}: el premio principal es para {winner} por «{work}».',
      'Casi nadie contaba con «{work}»; el {weekday} se llevó el premio principal.',
    ],
    facts: [
      'El jurado eligió entre {entries} obras.',
      'El premio está dotado con {purse} dólares.',
      'El jurado elogió [la paciencia|el humor|la mirada] de la obra.',
      '«{work}» se verá en diez países desde otoño.',
    ],
    quotes: [
      '«Hace una pregunta sencilla y no suelta», dijo {jury}, del jurado.',
      '«Solo quería acabarla antes del cumpleaños de mi madre», dijo {winner.last}.',
    ],
  },
  theft: {
    titles: [
      'Roban {object} del {museum}',
      '{minutes} minutos y una escalera: [el robo del {museum}|así robaron {object}]',
      'La policía busca {object}: [un botín de {worth}|el botín vale {worth}]',
    ],
    leads: [
      'Unos ladrones se han llevado del {museum} {object}, pieza valorada en {worth}.',
      'En {minutes} minutos, en la noche del {weekday}, unos desconocidos entraron en el {museum} y salieron con {object}.',
    ],
    facts: [
      'La pieza vale {worth}, pero apenas se puede vender.',
      'La alarma sonó, [pero nadie acudió|aunque la creyeron falsa].',
      'Junto al río apareció una escalera y una barca.',
      'El museo seguirá cerrado hasta el fin de semana.',
    ],
    quotes: [
      '«Sabían qué ventana no cerraba», dijo {detective}, a cargo del caso.',
      '«Alguien querrá deshacerse de ella», dijo {detective.last}.',
    ],
  },
  final: {
    titles: [
      '{winner} [vence|gana|derrota] a {loser} {score}',
      '{scorer.last} [decide|sentencia] el {winner}-{loser}',
      '{score}: [noche amarga|decepción] para {loser}',
    ],
    leads: [
      '{winner} venció {score} a {loser} ante {crowd} espectadores.',
      'Un gol de {scorer} en el minuto {minute} decidió el {weekday} el partido entre {winner} y {loser}.',
    ],
    facts: [
      '{scorer} marcó el gol decisivo en el minuto {minute}.',
      '{loser} tuvo más el balón, pero dio dos veces en el poste.',
      '{crowd} personas llenaron el estadio.',
      'Antes del descanso hubo un penalti [parado|anulado].',
    ],
    quotes: [
      '«Sufrimos y luego sonreímos», dijo {coach} desde el banquillo.',
      '«Cerré los ojos y tiré», contó {scorer.last}.',
    ],
  },
  transfer: {
    titles: [
      '{player} [ficha por|se va a|firma con] {to}',
      '{to} paga {fee} por {player.last}',
      '[Oficial|Hecho]: {player.last} deja {from}',
    ],
    leads: [
      '{player} deja {from} y ficha por {to} a cambio de unos {fee}.',
      'En {from} esperaron hasta el final; el {weekday} {player} firmó con {to}.',
    ],
    facts: [
      'El contrato dura [tres|cuatro|cinco] años.',
      '{player.last} marcó {goals} goles la temporada pasada.',
      'A los {fee} se suman primas.',
      '{from} ya busca recambio.',
    ],
    quotes: [
      '«Me voy con un ojo que llora y otro que ríe», dijo {player}.',
      '«Hace mejores a los demás», dijo {coach}.',
    ],
  },
} as const satisfies Record<string, EventPatterns>
