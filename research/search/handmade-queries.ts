/** Queries, each with the item that must come first: inflections, accents, phrases, fields, typing errors. */
export const QUERIES: readonly (readonly [query: string, key: string])[] = [
  ['storm power', 'en-storm'], ['port reopened', 'en-port'], ['cutting interest rate', 'en-rates'], ['"central bank"', 'en-rates'],
  ['bank deposits', 'en-bank'], ['vote young', 'en-election'], ['venus orbiting', 'en-probe'], ['painting thief OR detectives', 'en-museum'],
  ['takover price', 'en-takeover'], ['chip -takeover factory', 'en-chips'], ['children malaria vaccines', 'en-vaccine'], ['c++', 'en-cpp'],
  ['zugverkehr sturm', 'de-sturm'], ['senken Zinsen', 'de-zinsen'], ['Haus Hochwasser', 'de-haus'], ['kommunalwahl beteiligung', 'de-wahl'],
  ['gemalde museum', 'de-museum'], ['Hauptstrasse radweg', 'de-strasse'], ['bestes Brot', 'de-brot'], ['lokfuhrer streik', 'de-streik'],
  ['schule computer', 'de-schule'], ['mond sonde', 'de-mond'], ['"Impfstoff gegen Malaria"', 'de-impfung'], ['Aktionäre Ubernahme', 'de-uebernahme'],
  ['tormentas hogar', 'es-tormenta'], ['banco tipo interes', 'es-tipos'], ['eleccion participacion', 'es-elecciones'], ['cuadro robado museo', 'es-museo'],
  ['niño vacunas', 'es-nino'], ['huelga maquinista', 'es-huelga'], ['orbita camara', 'es-sonda'], ['final penaltis portero', 'es-final'],
  ['camiones naranja', 'es-camion'], ['cafe sequia', 'es-cafe'], ['pinguino isla', 'es-pinguino'], ['title:fabrica desierto', 'es-fabrica'],
  ['利率', 'zh-lilv'], ['央行 通货膨胀', 'zh-lilv'], ['山区地震', 'zh-dizhen'], ['台风停电', 'zh-taifeng'],
  ['博物馆 名画', 'zh-bowuguan'], ['选举', 'zh-xuanju'], ['金星探测器', 'zh-tance'], ['芯片收购', 'zh-shougou'],
  ['儿童疫苗', 'zh-yimiao'], ['罢工', 'zh-bagong'], ['北京', 'zh-beijing'], ['熊猫', 'zh-xiongmao'],
  ['津波', 'ja-jishin'], ['金利', 'ja-kinri'], ['台風の停電', 'ja-taifu'], ['博物館', 'ja-hakubutsukan'],
  ['投票率 過去最高', 'ja-senkyo'], ['金星の軌道', 'ja-tansaki'], ['決勝', 'ja-kessho'], ['京都', 'ja-kyoto'],
  ['東京 バス', 'ja-tokyo'], ['ロボット 大学', 'ja-robotto'], ['鉄道ストライキ', 'ja-suto'], ['ラーメン', 'ja-ramen'],
] // prettier-ignore
