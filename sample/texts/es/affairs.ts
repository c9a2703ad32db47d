import type { EventPatterns } from '../patterns.ts'

/** Business and world affairs, in Spanish. */
export const ES_AFFAIRS = {
  takeover: {
    titles: [
      '{buyer.short} [compra|adquiere|se queda con] {target.short}[ por {price}|]',
      '{price}: {buyer.short} [gana la puja por|se lleva] {target.short}',
      '{target.short} [acepta la oferta|pasa a manos] de {buyer.short}',
    ],
    leads: [
      '{buyer} compra {target} por {price}, [anunciaron|informaron] ambas empresas el {weekday}.',
      'Es la mayor compra en la historia de {buyer.short}: {price} por {target}.',
    ],
    facts: [
      '{target.short} emplea a {staff} personas, la mayoría en {city}.',
      'Las autoridades de competencia aún deben dar su visto bueno.',
      'El precio supera en [un tercio|una cuarta parte] la última cotización.',
      '{boss}, al mando de {buyer.short}, descarta cierres [por ahora|durante dos años].',
    ],
    quotes: [
      '«Encajan como llave y cerradura», dijo {boss}.',
      '«No vamos a precipitarnos», prometió {boss.last}.',
    ],
  },
  results: {
    titles: [
      '{company.short} [gana|mejora] un {change} más',
      '{company.short} [supera las previsiones|sorprende al mercado] con {profit} de beneficio',
      '[Buen trimestre|Trimestre récord] para {company.short}',
    ],
    leads: [
      '{company} ganó {profit} en el último trimestre, un {change} más que hace un año.',
      'Ventas de {sales} y un beneficio de {profit}: son las cifras que {company} [publicó|presentó] el {weekday}.',
    ],
    facts: [
      'Las ventas [alcanzaron|llegaron a] {sales}.',
      'Lo que mejor funcionó fueron [los servicios|las exportaciones].',
      'El dividendo subirá una décima parte.',
      'La compañía de {city} mantiene su previsión para el año.',
    ],
    quotes: [
      '«Los buenos trimestres vuelven perezosas a las empresas», avisó {boss}.',
      '«Hay demanda; lo que falta es gente», dijo {boss.last}.',
    ],
  },
  layoffs: {
    titles: [
      '{company.short} [suprime|recorta|eliminará] {jobs} empleos[ en {city}|]',
      '{jobs} despidos en {company.short}: [protestas en {city}|el sindicato llama a la huelga]',
      '{company.short} prescinde de un {share} de su plantilla',
    ],
    leads: [
      '{company} suprimirá {jobs} empleos, un {share} de su plantilla.',
      'En {city} se temía desde hace meses: {company} [despide a|prescinde de] {jobs} personas.',
    ],
    facts: [
      'La planta de {city} es la más afectada.',
      '{union}, en nombre del sindicato, convocó una jornada de protesta.',
      'La empresa alega una demanda débil y [energía cara|tipos de interés altos].',
      'Los afectados recibirán un año de sueldo o un curso de formación.',
    ],
    quotes: [
      '«Esperamos demasiado», dijo {boss}, al frente de {company.short}.',
      '«Echan a quienes hicieron los beneficios», dijo {union.last}.',
    ],
  },
  rates: {
    titles: [
      'El {bank} [fija|deja] los tipos en el {rate}',
      '{governor.last} [pide paciencia|no tiene prisa]: tipos al {rate}',
      'Inflación del {inflation}: [así queda el precio del dinero|qué decidió el banco central]',
    ],
    leads: [
      'El {bank} ha fijado su tipo de interés en el {rate}, [anunció {governor} el {weekday}|según comunicó el {weekday}].',
      'Con una inflación del {inflation}, el {bank} no ve motivos para la prisa: el tipo queda en el {rate}.',
    ],
    facts: [
      'Los precios subieron un {inflation} en un año.',
      'La decisión fue [unánime|por siete votos a dos].',
      'Las hipotecas se encarecen [un poco|de forma notable].',
      'La próxima reunión será dentro de seis semanas.',
    ],
    quotes: [
      '«Miramos los datos, no el calendario», dijo {governor}.',
      '«El banco camina sobre hielo y lo sabe», comentó {analyst}.',
    ],
  },
  election: {
    titles: [
      '{winner} [gana|se impone en] las elecciones de {country}',
      '{country} [elige a|vota por] {winner.last} con un {share}',
      '{loser.last} [reconoce la derrota|se retira]; {winner.last} gobernará {country}',
    ],
    leads: [
      '{winner} ha ganado las elecciones presidenciales de {country} con un {share} de los votos.',
      'A medianoche {loser} llamó por teléfono y felicitó a {winner}, que gobernará {country}.',
    ],
    facts: [
      'La participación fue del {turnout}.',
      '{winner.last} ganó en las ciudades; {loser.last}, en el campo.',
      'Los observadores hablaron de una jornada tranquila.',
      'En {city} la fiesta duró hasta la mañana.',
    ],
    quotes: [
      '«También estaré para quienes no me querían», dijo {winner.last}.',
      '«El pueblo ha hablado y yo escucho», dijo {loser}.',
    ],
  },
  summit: {
    titles: [
      '{first} y {second} [firman|alcanzan] un acuerdo sobre {topic}',
      '[Acuerdo|Avance] en {city}: {first} y {second} cierran la disputa sobre {topic}',
      'Tras {years} años, {first} y {second} [hacen las paces|se entienden] sobre {topic}',
    ],
    leads: [
      '{first} y {second} han resuelto en {city} su disputa sobre {topic}.',
      'Durante {years} años {first} y {second} discutieron sobre {topic}; bastó una larga noche en {city}.',
    ],
    facts: [
      'El acuerdo vale por [diez|quince|veinte] años.',
      'Una comisión con sede en {city} vigilará su cumplimiento.',
      'Ambos parlamentos aún deben ratificarlo.',
      '{envoy} había mediado durante meses.',
    ],
    quotes: [
      '«Nadie lo obtuvo todo, así que quizá dure», dijo {envoy}.',
      '«A las cuatro de la mañana contábamos comas», contó {envoy.last}.',
    ],
  },
  quake: {
    titles: [
      'Un [terremoto|sismo] de magnitud {magnitude} [sacude|golpea] {city}',
      '{injured} heridos tras el [temblor|sismo] en {city.country}',
      '{city}, tras el terremoto: [{homes} casas dañadas|la búsqueda no cesa]',
    ],
    leads: [
      'Un terremoto de magnitud {magnitude} sacudió el {weekday} la zona de {city} y dejó al menos {injured} heridos.',
      'Bastaron veinte segundos: unas {homes} casas de {city} son inhabitables tras un sismo de magnitud {magnitude}.',
    ],
    facts: [
      'El foco estuvo a {depth} kilómetros de profundidad.',
      'Unas {homes} casas sufrieron daños.',
      'Las carreteras y el tren a {city} están cortados.',
      'Se esperan réplicas durante días.',
    ],
    quotes: [
      '«Dormimos todos en el campo de fútbol», dijo {mayor}, desde el ayuntamiento.',
      '«Ahora cuenta cada hora», dijo {mayor.last}.',
    ],
  },
  storm: {
    titles: [
      'La tormenta {storm} [azota|golpea] {city}',
      '{homes} hogares [sin luz|a oscuras] por la tormenta {storm}',
      '{evacuated} evacuados: {storm} [toca tierra|llega a {city.country}]',
    ],
    leads: [
      'La tormenta {storm} ha dejado sin luz {homes} hogares en {city} y sus alrededores.',
      'Con rachas de {wind} kilómetros por hora, {storm} [cruzó|atravesó] {city.country} el {weekday}.',
    ],
    facts: [
      'En el puerto de {city} se midieron {wind} kilómetros por hora.',
      '{evacuated} personas pasaron la noche en escuelas.',
      'Trenes y transbordadores no circulan hasta nuevo aviso.',
      'Reparar las líneas puede llevar hasta el fin de semana.',
    ],
    quotes: [
      '«Quédense en casa aunque parezca en calma», pidió {official}, de protección civil.',
      '«El mar llegó a los escalones de la iglesia», dijo {official.last}.',
    ],
  },
  resignation: {
    titles: [
      '{minister.last} [dimite|deja el cargo]: crisis en {country}',
      'Un contrato de {sum} [cuesta el cargo a|acaba con] {minister.last}',
      '{successor} [sustituye a|toma el relevo de] {minister.last} en {office}',
    ],
    leads: [
      '{minister}, titular de {office} de {country}, ha dimitido por un contrato de {sum}.',
      '{months} meses en el cargo y una carta breve: {minister} ya no dirige {office} en {country}.',
    ],
    facts: [
      'Una auditoría halló {sum} pagados sin concurso.',
      '{successor} asume el cargo de inmediato.',
      'La oposición exige una comisión de investigación.',
      '{minister.last} niega cualquier beneficio personal.',
    ],
    quotes: [
      '«Cometí errores, pero no tomé un céntimo», dijo {minister}.',
      '«El ministerio necesita calma», dijo {successor.last}.',
    ],
  },
} as const satisfies Record<string, EventPatterns>
