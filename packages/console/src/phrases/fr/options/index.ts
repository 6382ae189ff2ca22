import type { Incomplete } from '../../language-pack.ts'
import type { SettingsWords } from '../../settings-words.ts'
import { modelRelated } from './model-related.ts'
import { operation } from './operation.ts'
import { other } from './other.ts'
import { overview } from './overview.ts'
import { rateLimit } from './rate-limit.ts'
import { system } from './system.ts'

export default {
  tabs: {
    operation: 'Exploitation',
    'rate-limit': 'Limites',
    'model-related': 'Modèles',
    system: 'Système',
    overview: 'Aperçu',
    other: 'Autres',
  },

  sections: {
    'operation/general': { title: 'Général', hint: 'Liens, affichage et mode d’utilisation de cette passerelle.' },
    'operation/quota': { title: 'Quota', hint: 'Ce que les utilisateurs reçoivent, et comment le quota est compté.' },
    'operation/logs': { title: 'Journaux', hint: 'Ce qui est journalisé sur les appels, et pour combien de temps.' },
    'operation/monitoring': { title: 'Surveillance', hint: 'Ce qui se passe quand un canal échoue.' },
    'operation/metrics': {
      title: 'Métriques',
      hint: 'Ce que Prometheus lit sur /metrics. Désactivé tant qu’aucun jeton n’est défini ni aucune adresse nommée, car cela révèle modèles, appels et coûts.',
    },
    'operation/alerts': {
      title: 'Alertes',
      hint: 'Envoyées une fois quand quelque chose casse, et une fois quand cela se rétablit.',
    },
    'operation/drawing': { title: 'Dessin et tâches', hint: 'Midjourney et autres travaux qui prennent du temps.' },
    'operation/sensitive-words': { title: 'Mots sensibles', hint: 'Les mots qui ne passent pas.' },
    'operation/dashboard': {
      title: 'Tableau de bord',
      hint: 'Les chiffres derrière les graphiques du tableau de bord.',
    },
    'operation/groups': {
      title: 'Groupes',
      hint: 'Les groupes d’utilisateurs, ce qu’ils paient et qui peut les choisir.',
    },
    'operation/chats': {
      title: 'Clients de chat',
      hint: 'Les clients de chat que les utilisateurs peuvent ouvrir avec leur propre clé.',
    },
    'operation/model-ratio': {
      title: 'Prix de modèle',
      hint: 'Vos propres prix. Ils l’emportent sur la liste de prix intégrée.',
    },
    'rate-limit/model-request': {
      title: 'Requêtes aux modèles',
      hint: 'Combien de requêtes aux modèles un utilisateur peut faire.',
    },
    'rate-limit/nodes': { title: 'Plusieurs nœuds', hint: 'Comment les limites fonctionnent sur plusieurs nœuds.' },
    'rate-limit/addresses': {
      title: 'Requêtes d’une adresse',
      hint: 'Les requêtes en trop reçoivent 429. Derrière un proxy, nommez-le dans TRUSTED_PROXIES, sinon tous ses clients comptent pour un. Les requêtes de cette machine ne sont pas comptées.',
    },
    'rate-limit/connections': { title: 'Connexions', hint: 'Limites pour les clients qui envoient peu ou rien.' },
    'rate-limit/memory': { title: 'Mémoire', hint: 'Limites pour les appels en cours.' },
    'model-related/global': { title: 'Tous les modèles', hint: 'Comment les requêtes sont acceptées et transmises.' },
    'model-related/relay': {
      title: 'Limites de temps',
      hint: 'Combien de temps attendre un amont avant de le compter en échec, et combien de temps continuer à lire après le départ du client.',
    },
    'model-related/model-limits': {
      title: 'Limites des modèles',
      hint: 'Combien de tokens entrent dans un modèle et en sortent, si vous le savez mieux que la liste de prix.',
    },
    'model-related/stored-responses': {
      title: 'Réponses stockées',
      hint: 'Pour les clients qui récupèrent une réponse ou la poursuivent.',
    },
    'model-related/gemini': { title: 'Gemini', hint: 'Pour les canaux de Google Gemini.' },
    'model-related/claude': { title: 'Claude', hint: 'Pour les canaux d’Anthropic Claude.' },
    'system/general': { title: 'Général', hint: 'L’adresse de cette passerelle.' },
    'system/worker': { title: 'Worker', hint: 'Un serveur qui récupère des contenus externes pour celui-ci.' },
    'system/payment': { title: 'Paiement', hint: 'Comment les utilisateurs achètent du quota en ligne.' },
    'system/stripe': { title: 'Stripe', hint: 'Paiements par carte et autres, sur la page de Stripe.' },
    'system/invoice': {
      title: 'Factures',
      hint: 'Ce que la facture imprimable d’une commande payée dit de vous. Nom vide : il n’y a pas de factures.',
    },
    'system/login': { title: 'Connexion et inscription', hint: 'Qui peut se connecter, et comment.' },
    'system/email-domain': { title: 'Domaines e-mail', hint: 'Quelles adresses peuvent s’inscrire.' },
    'system/smtp': {
      title: 'Serveur de messagerie',
      hint: 'Envoie les codes de vérification, les réinitialisations de mot de passe et les avertissements.',
    },
    'system/oidc': {
      title: 'OIDC',
      hint: 'Le rappel chez votre fournisseur est l’adresse du serveur suivie de /oauth/oidc.',
    },
    'system/oidc-providers': {
      title: 'Autres fournisseurs OIDC',
      hint: 'Chacun a son propre bouton. Le rappel chez le fournisseur est l’adresse du serveur suivie de /oauth/ et de son slug.',
    },
    'system/github': { title: 'GitHub', hint: 'L’application OAuth avec laquelle les utilisateurs se connectent.' },
    'system/linuxdo': { title: 'LINUX DO', hint: 'L’application avec laquelle les utilisateurs se connectent.' },
    'system/wechat': { title: 'WeChat', hint: 'Le serveur derrière votre compte officiel.' },
    'system/telegram': { title: 'Telegram', hint: 'Le bot avec lequel les utilisateurs se connectent.' },
    'system/turnstile': { title: 'Turnstile', hint: 'Le contrôle anti-robots de Cloudflare.' },
    'overview/panels': {
      title: 'Page d’aperçu',
      hint: 'Ce que les utilisateurs voient sur la page du tableau de bord, et dans quel ordre.',
    },
    'overview/announcements': { title: 'Annonces', hint: 'Des nouvelles datées, les plus récentes en premier.' },
    'overview/status': {
      title: 'Panneau d’état',
      hint: 'Comment vont les appels, selon les chiffres de cette passerelle, et les maintenances prévues.',
    },
    'overview/uptime-kuma': {
      title: 'Pages d’état d’Uptime Kuma',
      hint: 'Vos propres moniteurs, dans le panneau d’état de l’aperçu.',
    },
    'overview/api-info': {
      title: 'Adresses de l’API',
      hint: 'Les adresses par lesquelles on atteint cette passerelle.',
    },
    'overview/faq': { title: 'Questions fréquentes', hint: 'Ce que les utilisateurs demandent souvent.' },
    'overview/menu': {
      title: 'Entrées de menu et pages',
      hint: 'Des liens et des pages de plus dans le menu de la console.',
    },
    'other/info': { title: 'Informations système', hint: 'La version en service, et s’il en existe une plus récente.' },
    'other/notice': { title: 'Annonce', hint: 'Affichée à tous.', failed: 'Annonce non enregistrée' },
    'other/name': { title: 'Nom du site', hint: 'Le nom de ce site.', failed: 'Le nom du site n’a pas été enregistré' },
    'other/logo': { title: 'Logo', hint: 'Le logo de ce site.', failed: 'Logo non enregistré' },
    'other/accent': {
      title: 'Couleur d’accent',
      hint: 'La couleur des boutons et des liens.',
      failed: 'La couleur d’accent n’a pas été enregistrée',
    },
    'other/look': {
      title: 'Densité, angles et police',
      hint: 'L’aspect de la console pour qui n’a rien choisi d’autre.',
    },
    'other/home': {
      title: 'Page d’accueil',
      hint: 'Ce que les visiteurs voient d’abord.',
      failed: 'La page d’accueil n’a pas été enregistrée',
    },
    'other/home-parts': {
      title: 'Accueil intégré',
      hint: 'Ce qu’elle montre en plus des modèles et des prix.',
      failed: 'La page d’accueil n’a pas été enregistrée',
    },
    'other/model-pages': {
      title: 'Pages des modèles',
      hint: 'Ce qu’elles montrent en plus du prix et des capacités.',
      failed: 'Les pages des modèles n’ont pas été enregistrées',
    },
    'other/about': {
      title: 'Page À propos',
      hint: 'Qui exploite ce site.',
      failed: 'La page À propos n’a pas été enregistrée',
    },
    'other/legal': {
      title: 'Règles du site',
      hint: 'Ce que les nouveaux venus acceptent.',
      failed: 'Règles non enregistrées',
    },
    'other/footer': {
      title: 'Pied de page',
      hint: 'La ligne sous chaque page.',
      failed: 'Le pied de page n’a pas été enregistré',
    },
  },
  options: { ...operation, ...rateLimit, ...modelRelated, ...system, ...overview, ...other },
} satisfies Incomplete<SettingsWords>
