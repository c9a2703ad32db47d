import type { Features } from '../patterns.ts'

/** Features and columns, in Spanish. */
export const ES_FEATURES: Features = {
  byCategory: {
    technology: {
      titles: [
        '[Análisis|A prueba]: {n} días con el {product}',
        'Cómo {person} lleva [una panadería|una librería] con una sola hoja de cálculo',
        'Por qué {person} dejó la nube tras {n} [meses|semanas]',
        '{n} trucos de {city} para un servidor silencioso',
        'Una tarde en el taller de reparación de {city}',
      ],
      leads: [
        'Empezó con [una impresora rota|un cable roto] en {city} y acabó, {n} días después, con otra forma de trabajar.',
        'El {product} parece uno más; usarlo {n} días cuenta otra historia.',
      ],
      facts: [
        'La primera sorpresa fue lo poco que se echaba de menos.',
        'De {n} funciones anunciadas usamos cuatro.',
        'En {company} aconsejan medir primero y comprar después.',
        'Una copia que nunca se restauró es solo una esperanza.',
      ],
    },
    science: {
      titles: [
        'Lo que [el musgo|una colmena] de {city} nos enseña sobre la paciencia',
        '{person} cuenta [los glaciares|los búhos|las lombrices] de {city}',
        '¿Por qué [bostezamos|ronronean los gatos]? Responde {person}',
        '{n} noches en el observatorio de {city}',
      ],
      leads: [
        'Cada mañana a las cinco {person}, de la {university}, recorre los mismos {n} kilómetros y apunta lo que ve.',
        'Pocos lugares hay tan callados como el sótano de la {university}.',
      ],
      facts: [
        'La serie de medidas tiene {n} años.',
        'Nadie lo había preguntado, así que nadie había mirado.',
        'Hacen falta un cubo, un termómetro y tiempo.',
        '{person.last} espera que alguien siga algún día.',
      ],
    },
    business: {
      titles: [
        'La [panadería|imprenta] de {city} que no quiere crecer',
        'Lo que [los alquileres|los fletes] de {city} dicen del próximo año',
        '[Opinión|Tribuna]: {company} debería explicarse menos',
        '{n} preguntas a {person} antes de firmar',
      ],
      leads: [
        'En {city}, {n} personas fabrican lo que ya nadie más fabrica.',
        'A {person} le han pedido {n} veces que venda, y ha dicho {n} veces que no.',
      ],
      facts: [
        'Los márgenes son estrechos y los clientes, fieles.',
        'En {company} probaron algo parecido y lo dejaron.',
        'Nadie gana más de cinco veces lo que otro.',
        'Hay pedidos hasta dentro de dos años.',
      ],
    },
    world: {
      titles: [
        'Un día en el [tren nocturno|transbordador] a {city}',
        'Carta desde {city}: [el puente sin acabar|un mercado sin dinero]',
        'Por qué {city} planta un árbol por cada nacimiento',
        '{city}, {n} años después de la riada',
      ],
      leads: [
        'Cuando llega el barco, {city} despierta; cuando se va, la plaza vuelve a ser de los gatos.',
        '{person} lleva {n} años en la línea a {city} y conoce a todos por su nombre.',
      ],
      facts: [
        'El concejo se reunió {n} veces antes de ponerse de acuerdo.',
        'Los jóvenes se van a los dieciocho y algunos vuelven a los treinta.',
        'En el café de la estación las opiniones están divididas.',
        '{person.last} guarda las actas en una lata de galletas.',
      ],
    },
    culture: {
      titles: [
        '[Crítica|Reseña]: «{work}», [demasiado larga y justa|pide mucho y da más]',
        '{person} habla [del silencio|de escribir a mano]',
        'La biblioteca de {city} que nunca cierra',
        '{n} libros para un fin de semana de lluvia en {city}',
      ],
      leads: [
        'Hay un momento en «{work}» en que no pasa nada durante {n} minutos y nadie se atreve a respirar.',
        '{person} trabaja en una antigua oficina de correos de {city}, sin teléfono.',
      ],
      facts: [
        'Uno ríe donde no debe, y así está pensado.',
        'La segunda mitad pierde el hilo y encuentra otro mejor.',
        'No quedan entradas en {city} hasta el {weekday}.',
        'Queda un olor a abrigos mojados y naranjas.',
      ],
    },
    sports: {
      titles: [
        'En la lavandería de {team}',
        '{n} cifras que explican a {team}',
        'Retrato: {person}, {n} años con el silbato',
        'El maratón más [lento|frío] del mundo se corre en {city}',
        'Las notas de {team}: uno por uno',
      ],
      leads: [
        'En {team} el día empieza con {n} pares de botas y una radio.',
        '{person} nunca ganó un título, y en {city} todos saludan como si fuera al revés.',
      ],
      facts: [
        'Nadie corre más: {n} kilómetros en tres partidos.',
        'El campo juvenil se inunda cada primavera.',
        'El próximo partido es el {weekday}.',
        'Para {person.last} sigue siendo un juego, y ese es el secreto.',
      ],
    },
  },
  columns: [
    {
      title: 'Las claves de la mañana',
      leads: ['Buenos días desde la redacción; esto es lo que [importa|cuenta] el {weekday}.'],
      facts: [
        'En {city} se vota la línea de tranvía.',
        '{company} publica cifras a mediodía.',
        'Y por último: {person} lleva {n} años criando abejas.',
        'Habrá {n} grados junto al mar.',
      ],
    },
    {
      title: 'El tiempo hoy y mañana',
      leads: ['[Nubes|Sol|Viento] en torno a {city}.'],
      facts: [
        'En la costa se llegará a {n} grados.',
        'La noche será [seca|clara|suave].',
        'Mañana el viento girará al norte.',
      ],
    },
    {
      title: 'La bolsa de un vistazo',
      leads: ['Las acciones [suben|bajan|apenas se mueven], con {company} [a la cabeza|a la cola].'],
      facts: [
        'El barril cuesta {n} dólares.',
        'El mercado de bonos espera al {weekday}.',
        'En {city} hubo poco negocio.',
      ],
    },
  ],
  closers: [
    'Ampliaremos la información a lo largo del día.',
    'De momento no está claro cuál será el próximo paso.',
    'Nadie respondió a las preguntas de este medio.',
    'Los detalles se conocerán la próxima semana.',
    'El asunto dará que hablar en {place.country}.',
  ],
  updateMarks: ['Actualizado: ', 'Corregido: '],
  updateNotes: [
    'Artículo actualizado: una versión anterior daba un nombre equivocado.',
    'Corrección: se ha corregido la cifra del segundo párrafo.',
    'Actualización: las autoridades han confirmado los datos.',
  ],
  agencyCredit: '(Meridian Wire)',
}
