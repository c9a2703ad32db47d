import type { FailureKind, FailureText } from '../../../src/model/failure-texts.ts'
import type { MachinePart } from '../../../src/model/machine.ts'

const WAIT = 'Attendre : la source est visitée moins souvent jusqu’à ce qu’elle réponde.'

export const failures: Readonly<Record<FailureKind, FailureText>> = {
  loginRequired: {
    said: 'Le serveur demande une connexion (401).',
    advice: 'Ajouter auth à la source dans digest.yaml : un utilisateur avec un mot de passe, ou un jeton.',
  },
  paymentRequired: {
    said: 'Le serveur demande un paiement (402).',
    advice:
      'S’abonner et ajouter les identifiants sous auth de la source dans digest.yaml, ou retirer la source.',
  },
  forbidden: {
    said: 'Le serveur refuse l’accès (403).',
    advice:
      'Le site demande peut-être une connexion (auth dans digest.yaml) ou bloque l’adresse de cette machine. Demander à l’éditeur.',
  },
  notFound: {
    said: 'Il n’y a rien à cette adresse (404).',
    advice:
      'Chercher la nouvelle adresse du flux (content-digest add avec l’adresse du site) et corriger url, ou retirer la source.',
  },
  notAcceptable: {
    said: 'Le serveur n’a pas de flux dans un format que ce service lit (406).',
    advice: 'Corriger url.',
  },
  gone: {
    said: 'L’éditeur a supprimé ce flux définitivement (410).',
    advice: 'Corriger url si le flux a déménagé, ou retirer la source.',
  },
  blockedByLaw: {
    said: 'Le flux est bloqué dans le pays de cette machine pour des raisons légales (451).',
    advice: 'Retirer la source.',
  },
  tlsExpired: {
    said: 'Le certificat a expiré.',
    advice:
      'L’éditeur doit le renouveler. Si beaucoup de sources le signalent, vérifier l’horloge de cette machine.',
  },
  tlsNotYetValid: {
    said: 'Le certificat n’est pas encore valable.',
    advice:
      'Vérifier l’horloge de cette machine. Si elle est à l’heure, l’éditeur doit corriger le certificat.',
  },
  tlsOtherHost: {
    said: 'Le certificat appartient à un autre nom d’hôte.',
    advice: 'Vérifier le nom d’hôte dans url : avec ou sans www, par exemple.',
  },
  tlsUntrusted: {
    said: 'Le certificat ne vient pas d’une autorité reconnue.',
    advice:
      'Si c’est votre propre autorité, donner son certificat à NODE_EXTRA_CA_CERTS. Sinon, l’éditeur doit installer un certificat complet et valide.',
  },
  tlsMissing: {
    said: 'Le serveur n’utilise pas https à cette adresse.',
    advice: 'Utiliser http:// dans url, ou corriger le port.',
  },
  tlsOutdated: {
    said: 'Le serveur ne connaît que des versions de TLS qui ne sont plus sûres.',
    advice: 'L’éditeur doit le mettre à jour. Si le site existe aussi en http://, l’utiliser dans url.',
  },
  clientCertificate: {
    said: 'Le serveur demande un certificat client.',
    advice:
      'Ce service ne peut pas en envoyer. Demander une autre adresse à l’éditeur, ou retirer la source.',
  },
  nameServer: {
    said: 'Le serveur de noms n’a pas répondu au sujet du nom d’hôte.',
    advice:
      'Si plusieurs sources le signalent, vérifier le DNS de cette machine. Sinon attendre : les serveurs de noms du site sont en panne.',
  },
  robots: {
    said: 'Le robots.txt du site n’autorise pas les programmes à lire cette page.',
    advice:
      'Demander l’autorisation à l’éditeur, ou chercher un flux du site (content-digest add) : les flux sont lus malgré robots.txt. Si seul robots.txt est injoignable, attendre.',
  },
  proxy: {
    said: 'Le proxy ne se connecte pas au serveur.',
    advice:
      'Vérifiez collect.proxy ou le proxy de la source dans digest.yaml, ou HTTPS_PROXY, et si le proxy autorise cet hôte. Un proxy qui autorise les hôtes par leur nom demande collect.proxyDns: true.',
  },
  paths: {
    said: 'Les chemins configurés ne trouvent rien dans le document.',
    advice:
      'Ouvrir le document dans un navigateur, corriger les chemins dans digest.yaml, et les essayer avec content-digest check --live.',
  },
  undigested: {
    said: 'Le service n’a pas pu enregistrer ce que la source a envoyé.',
    advice:
      'Chercher la source dans le journal. Si cela persiste, le signaler comme une erreur de ce service.',
  },
  timeout: {
    said: 'Le serveur n’a pas répondu à temps.',
    advice: `S’il répond dans un navigateur, augmenter collect.timeout. Sinon : ${WAIT}`,
  },
  dns: {
    said: 'Le nom d’hôte est introuvable.',
    advice:
      'Chercher une faute de frappe dans url, et vérifier le DNS de cette machine. Si le nom reste inconnu, le site n’existe plus.',
  },
  tls: {
    said: 'Aucune connexion sécurisée n’a pu être établie.',
    advice: 'Ouvrir l’adresse dans un navigateur pour voir ce qui ne va pas avec le certificat ou https.',
  },
  refused: {
    said: 'Le serveur n’accepte pas de connexions.',
    advice: `Vérifier l’hôte et le port dans url. Sinon : ${WAIT}`,
  },
  truncated: {
    said: 'Le serveur a terminé sa réponse trop tôt.',
    advice:
      'Attendre. Si cela persiste, prévenir l’éditeur : la longueur annoncée est fausse, ou la connexion se coupe.',
  },
  badRedirect: {
    said: 'Le serveur redirige en rond, trop souvent, ou vers aucune adresse.',
    advice: 'Ouvrir l’adresse dans un navigateur. Si elle y fonctionne, mettre l’adresse d’arrivée dans url.',
  },
  http4xx: {
    said: 'Le serveur rejette la requête.',
    advice: 'Ouvrir l’adresse dans un navigateur. Si elle y fonctionne, demander à l’éditeur.',
  },
  http5xx: { said: 'Le serveur a une erreur interne.', advice: WAIT },
  rateLimited: {
    said: 'Le serveur limite le nombre de requêtes.',
    advice:
      'Augmenter every de la source, ou diminuer collect.perHost si beaucoup de sources partagent son hôte.',
  },
  botChallenge: {
    said: 'Le site affiche un CAPTCHA ou un contrôle anti-robots.',
    advice:
      'Demander à l’éditeur d’autoriser le User-Agent de ce service (collect.contact dit qui vous êtes), ou chercher un autre flux du site.',
  },
  parse: {
    said: 'Le document est abîmé et illisible.',
    advice: 'Attendre. Si cela persiste, prévenir l’éditeur.',
  },
  tooLarge: {
    said: 'Le document est plus grand que permis.',
    advice: 'Augmenter collect.maxBytes, ou chercher un flux plus court du site.',
  },
  blockedAddress: {
    said: 'L’adresse est privée.',
    advice: 'Pour la permettre, l’ajouter à collect.allowAddresses. Sinon, corriger url.',
  },
  brokenOff: {
    said: 'Le serveur ferme les connexions sans répondre.',
    advice:
      'Ouvrir l’adresse dans un navigateur. Si elle y marche, le serveur bloque peut-être l’adresse de cette machine ou les programmes. Sinon, attendre.',
  },
  notHttp: {
    said: 'Ce qui répond à cette adresse ne parle pas HTTP.',
    advice: 'Vérifier l’hôte et le port dans url.',
  },
  httpsOnly: {
    said: 'Le serveur n’accepte que https sur ce port.',
    advice: 'Utiliser https:// dans url.',
  },
  networkLogin: {
    said: 'Le réseau de cette machine demande d’abord une connexion (511).',
    advice: 'Se connecter à ce réseau dans un navigateur sur cette machine, ou demander à qui le gère.',
  },
  opml: {
    said: 'L’adresse mène à une liste de flux (OPML).',
    advice: 'Télécharger le fichier et ajouter ses flux avec content-digest import.',
  },
  sitemap: {
    said: 'L’adresse mène à un plan du site (sitemap).',
    advice: 'Mettre type: sitemap, ou chercher un flux du site (content-digest add).',
  },
  silent: {
    said: 'Elle répond, mais n’a rien de nouveau depuis plus longtemps que d’habitude.',
    advice: 'Ouvrir url et le site dans un navigateur : elle continue peut-être ailleurs, ou a pris fin.',
  },
  tooManyEntries: {
    said: 'Le document a plus d’entrées qu’il n’en est lu.',
    advice: 'Rien, si les plus récentes suffisent. Sinon, chercher des flux de parties du site.',
  },
  notAFeed: {
    said: 'L’adresse ne mène pas à un flux.',
    advice:
      'Chercher le flux (content-digest add avec l’adresse du site) et corriger url, ou lire la page elle-même avec type: page.',
  },
  empty: {
    said: 'Le serveur a envoyé un document vide.',
    advice: 'Attendre. Si cela persiste, prévenir l’éditeur, ou chercher un autre flux du site.',
  },
}

/** Problems of the service's machine. */
export const machine: Readonly<Record<MachinePart, FailureText>> = {
  clock: {
    said: 'L’horloge de cette machine est fausse, ou l’a été.',
    advice: 'Régler l’horloge et utiliser NTP. En attendant, rien n’est supprimé à cause de son âge.',
  },
  network: {
    said: 'Cette machine n’atteint pas le réseau.',
    advice: 'Vérifier sa connexion, le DNS, le proxy et l’horloge. Les sources vont très probablement bien.',
  },
  disk: {
    said: 'Le disque est presque plein.',
    advice: 'Libérer de la place, ou baisser retention.days et lancer content-digest store vacuum.',
  },
  memory: {
    said: 'La mémoire est presque épuisée.',
    advice: 'Donner plus de mémoire au service, ou baisser collect.concurrency.',
  },
  files: {
    said: 'Le service ne peut plus ouvrir de fichiers ni de connexions.',
    advice:
      'Augmenter sa limite de fichiers ouverts (LimitNOFILE, ulimit -n), ou baisser collect.concurrency.',
  },
  index: {
    said: 'L’index de recherche est très en retard.',
    advice: 'Attendre : il se rattrape seul. Sinon, regarder le processeur et le journal.',
  },
}
