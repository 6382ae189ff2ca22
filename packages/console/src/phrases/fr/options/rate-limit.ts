import type { Incomplete } from '../../language-pack.ts'
import type { WordsOfTab } from '../../settings-words.ts'

export const rateLimit = {
  ModelRequestRateLimitEnabled: {
    label: 'Limiter les requêtes aux modèles',
    hint: 'Compte les requêtes de chaque utilisateur, sur tous ses jetons. Les requêtes en trop reçoivent 429.',
  },
  ModelRequestRateLimitDurationMinutes: {
    label: 'Période',
    hint: 'La durée sur laquelle les requêtes sont comptées.',
    unit: 'min',
  },
  ModelRequestRateLimitCount: {
    label: 'Requêtes par période',
    hint: 'Les requêtes échouées comptent aussi. 0 ou -1 : aucune limite.',
  },
  ModelRequestRateLimitSuccessCount: {
    label: 'Requêtes réussies par période',
    hint: 'Seules comptent celles qui ont reçu une réponse.',
  },
  ModelRequestRateLimitGroup: {
    label: 'Limites par groupe',
    hint: 'Groupe → [requêtes, requêtes réussies]. Pour un groupe nommé ici, elles remplacent les deux limites ci-dessus.',
  },
  'rate_limit_setting.without_redis': {
    label: 'Sans Redis',
    hint: 'Les limites d’appels et de canaux sont comptées sur tous les nœuds dans Redis. Si les nœuds comptent seuls, un appelant obtient la limite une fois par nœud ; le refus répond 503 jusqu’au retour de Redis.',
    choices: { count_alone: 'Chaque nœud compte seul', refuse: 'Refuser les appels limités' },
  },
  'rate_limit_setting.relay_requests': {
    label: 'Appels aux modèles',
    hint: 'D’une adresse, sur tous les jetons. 0 : aucune limite.',
  },
  'rate_limit_setting.relay_seconds': {
    label: 'Période : appels aux modèles',
    hint: 'La durée sur laquelle ils sont comptés.',
    unit: 's',
  },
  'rate_limit_setting.api_requests': {
    label: 'Appels de la console',
    hint: 'D’une adresse, vers /api. 0 : aucune limite.',
  },
  'rate_limit_setting.api_seconds': {
    label: 'Période : appels de la console',
    hint: 'La durée sur laquelle ils sont comptés.',
    unit: 's',
  },
  'rate_limit_setting.web_requests': {
    label: 'Pages de la console',
    hint: 'D’une adresse ; les fichiers que les navigateurs mettent en cache ne comptent pas. 0 : aucune limite.',
  },
  'rate_limit_setting.web_seconds': {
    label: 'Période : pages de la console',
    hint: 'La durée sur laquelle elles sont comptées.',
    unit: 's',
  },
  'rate_limit_setting.critical_requests': {
    label: 'Accès et inscriptions',
    hint: 'D’une adresse : connexions et inscriptions, réinitialisations de mot de passe, codes par e-mail. 0 : aucune limite.',
  },
  'rate_limit_setting.critical_seconds': {
    label: 'Période : connexions et inscriptions',
    hint: 'La durée sur laquelle elles sont comptées.',
    unit: 's',
  },
  'connection_setting.per_address': {
    label: 'Connexions par adresse',
    hint: 'Compte celles sans appel admis ; au-delà de la limite, les plus anciennes sont fermées. Les proxys de confiance ne sont pas comptés. 0 : aucune limite.',
  },
  'connection_setting.total': {
    label: 'Connexions au total',
    hint: 'Au-delà, les plus anciennes sans appel admis sont fermées, pour que de nouveaux clients puissent toujours entrer. 0 : la moitié de ce que permet le système d’exploitation.',
  },
  'connection_setting.user_percent': {
    label: 'Appels d’un utilisateur',
    hint: 'Parmi les appels en cours, limités comme les connexions ci-dessus. Au-delà, les appels de cet utilisateur reçoivent 429, pour que les autres trouvent toujours de la place.',
    unit: '%',
  },
  'connection_setting.body_seconds': {
    label: 'Progression du corps d’une requête',
    hint: 'Un corps plus lent que 500 octets par seconde sur cette durée est coupé avec 408. 0 : aucune limite.',
    unit: 's',
  },
  'connection_setting.unread_seconds': {
    label: 'Réponses non lues',
    hint: 'Un client qui ne lit rien de son flux pendant cette durée est coupé ; l’appel est facturé comme s’il était parti. 0 : aucune limite.',
    unit: 's',
  },
  'memory_setting.budget_mib': {
    label: 'Mémoire des appels',
    hint: 'Total des requêtes et des réponses stockées, décompressées et converties. Au-delà, les appels reçoivent 503. 0 : aucune limite.',
    unit: 'Mio',
  },
  'memory_setting.user_percent': {
    label: 'Part d’un utilisateur',
    hint: 'De la mémoire ci-dessus. Au-delà, les appels de cet utilisateur reçoivent 429.',
    unit: '%',
  },
} satisfies Incomplete<WordsOfTab<'rate-limit'>>
