import type { EventPatterns } from '../patterns.ts'

/** Technology and science, in Spanish. */
export const ES_KNOWLEDGE = {
  launch: {
    titles: [
      '{maker.short} [presenta|lanza|estrena] el {product}',
      'El {product} [sale a la venta|ya está aquí] por {price} dólares',
      '[Lo probamos|Primera toma de contacto]: {product}, la apuesta de {maker.short}',
    ],
    leads: [
      '{maker} presentó el {weekday} en {city} su nuevo {product}, que costará {price} dólares.',
      'Tras meses de rumores, el {product} es [oficial|una realidad]: {maker.short} lo [mostró|enseñó] en {city}.',
    ],
    facts: [
      'El aparato se abre con un destornillador corriente y habrá repuestos durante diez años.',
      'Unas {buyers} personas se habían apuntado antes de conocer el precio.',
      'Las entregas empezarán [en seis semanas|este mismo trimestre].',
      'Quienes lo probaron [elogiaron|alabaron] la pantalla y criticaron el peso.',
    ],
    quotes: [
      '«Empezamos con la mesa vacía», dijo {boss}, de {maker.short}.',
      '«La gente conserva más tiempo sus aparatos, y hace bien», señaló {boss}.',
    ],
  },
  outage: {
    titles: [
      '[Un fallo|Una avería] en {company.short} [deja sin servicio a|afecta a] {users} personas',
      '{hours} horas sin {service}: [qué pasó en {company.short}|la caída de {company.short}]',
      'Caída de {company.short}: [un apagón de {hours} horas|una bomba de refrigeración tuvo la culpa]',
    ],
    leads: [
      'Unas {users} personas se quedaron el {weekday} sin {service} durante {hours} horas por un fallo de {company}.',
      'Todo se detuvo el {weekday}: una avería en {company} [paralizó|dejó fuera de servicio] {service}.',
    ],
    facts: [
      'El problema empezó en un centro de datos cercano a {city}.',
      'El servicio volvió [poco a poco|por regiones] al cabo de {hours} horas.',
      'La empresa descarta un ataque.',
      'Comercios y consultas [recurrieron al papel|tuvieron que cerrar].',
      'El regulador ha pedido un informe en dos semanas.',
    ],
    quotes: [
      '«Hemos fallado a la gente», [admitió|reconoció] {boss}, al frente de {company.short}.',
      '«Un solo interruptor no debería poder tanto», dijo {boss.last}.',
    ],
  },
  breach: {
    titles: [
      'Roban {data} de {people} personas a {company.short}',
      '{company.short} [confirma|admite] una filtración: {data} [al descubierto|en venta]',
      '{weeks} semanas dentro: [los intrusos de {company.short}|así entraron en {company.short}]',
    ],
    leads: [
      'Unos intrusos se han llevado {data} de unas {people} personas de {company}, [según confirmó la empresa|informó la empresa] el {weekday}.',
      'Durante {weeks} semanas nadie en {company} notó que alguien copiaba {data}.',
    ],
    facts: [
      'La entrada fue [un viejo servidor de pruebas|una cuenta olvidada].',
      '{expert}, que investiga fallos desde {city}, había avisado hace {weeks} semanas.',
      'Los números de tarjeta no están entre los datos, asegura {company.short}.',
      'La autoridad de protección de datos ha abierto una investigación.',
    ],
    quotes: [
      '«No fue un ataque ingenioso, fue una puerta abierta», dijo {expert}.',
      '«Lo que no se guarda no se puede perder», apuntó {expert.last}.',
    ],
  },
  chip: {
    titles: [
      'Un chip de {city} [ahorra|gasta] un {saving} [de energía|menos]',
      'La {university} y {company.short} [crean|muestran] un procesador frugal',
      '{size} nanómetros: [el procesador que casi no gasta|el nuevo reto de {company.short}]',
    ],
    leads: [
      'Ingenieros de la {university} y de {company} han [creado|presentado] un procesador que consume un {saving} menos.',
      'Un chip diminuto hecho en {city} [podría|promete] rebajar la factura eléctrica de los centros de datos.',
    ],
    facts: [
      'Sus estructuras miden {size} nanómetros y se apilan en tres capas.',
      'El grupo de {lead} trabajó seis años en él.',
      '{company.short} quiere empezar la producción de prueba en {city} [el año que viene|en dieciocho meses].',
      'A plena carga no pasó de 40 grados.',
    ],
    quotes: [
      '«El truco es no hacer nada la mayor parte del tiempo», explicó {lead}.',
      '«No somos más rápidos, somos más tranquilos», dijo {lead.last}.',
    ],
  },
  discovery: {
    titles: [
      '[Hallan|Descubren|Encuentran] {find} cerca de {city}',
      '{years} años bajo tierra: hallan {find}',
      'Lo que [revela|cuenta] el hallazgo de {city}',
    ],
    leads: [
      'Un equipo de la {university} ha [hallado|descubierto] {find} cerca de {city}.',
      'Bajo {metres} metros de [arcilla|arena|grava] esperaba, desde hace unos {years} años, {find}.',
    ],
    facts: [
      'El lugar está a {metres} metros de profundidad y apareció durante unas obras.',
      'La datación da unos {years} años.',
      '{lead} dirige la excavación y espera más hallazgos.',
      'El sitio exacto se mantiene en secreto.',
    ],
    quotes: [
      '«Aquella noche nadie durmió», [recordó|contó] {lead}.',
      '«Habrá que corregir los libros, al menos una página», dijo {lead.last}.',
    ],
  },
  mission: {
    titles: [
      'La sonda {probe} [llega a|alcanza] {body}',
      '{probe} [envía sus primeras imágenes|saluda desde la órbita]: {body}',
      '{days} días después, {probe} llega a {body}',
    ],
    leads: [
      'Tras {days} días de viaje, la sonda {probe} ha llegado a {body}, según {agency}.',
      'Diecinueve minutos de silencio y después aplausos: {probe} [está en órbita|ha llegado].',
    ],
    facts: [
      'La misión cuesta {cost} y durará al menos tres años.',
      'Lleva un radar, dos espectrómetros y una cámara.',
      'Las primeras imágenes muestran [crestas brillantes|valles oscuros|muy pocos cráteres].',
      'Una válvula se atascó dos veces por el camino.',
    ],
    quotes: [
      '«{body} es más hermoso de lo que esperábamos», dijo {lead}, de la dirección de vuelo.',
      '«Los {days} días más caros de mi vida», bromeó {lead.last}.',
    ],
  },
  trial: {
    titles: [
      'Un tratamiento contra {illness} [reduce|rebaja] los ataques un {cut}',
      '[Esperanza|Avance] contra {illness}: [éxito de un ensayo|estudio con {patients} pacientes]',
      '{company.short} [anuncia|comunica] buenos resultados contra {illness}',
    ],
    leads: [
      'Un nuevo tratamiento contra {illness} reduce las molestias un {cut}, según un ensayo con {patients} pacientes.',
      'La {university} ha [presentado|publicado] unos resultados contra {illness} que [animan|sorprenden] a los especialistas.',
    ],
    facts: [
      'La mitad de los {patients} participantes recibió un placebo.',
      'Los efectos secundarios fueron leves.',
      '{company}, que pagó el estudio, pedirá la aprobación este año.',
      'El efecto duró al menos un año.',
    ],
    quotes: [
      '«Es un paso, no una cura», [advirtió|dijo] {lead}.',
      '«Llevábamos veinte años esperando estas cifras», dijo {lead.last}.',
    ],
  },
} as const satisfies Record<string, EventPatterns>
