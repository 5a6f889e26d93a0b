"""English words that the rules lean on. Data, no logic."""

from __future__ import annotations

import re
from typing import Final

from agent_memory.memories.attributes.tables import PRODUCT_CATEGORY

FAMILY: Final = (
    "wife|husband|spouse|partner|fianc[eé]e?|girlfriend|boyfriend|ex-wife|ex-husband|ex|mother-in-law|father-in-law"
    "|brother-in-law|sister-in-law|in-laws"
    "|(?:step|half[- ])?(?:daughter|son|brother|sister|mother|father|mom|dad)s?|kids?|children|child|baby|toddler"
    "|newborn|twins|triplets|eldest|oldest|youngest|little one"
    "|mom|mum|mommy|mama|mother|dad|daddy|papa|father|parents?|grandparents|grandmother|grandfather|grandma|grandpa"
    "|granny|grandson|granddaughter|grandkids|grandchildren|great-\\w+"
    "|siblings?|(?:older|younger|big|little|twin|eldest|oldest|youngest) (?:brother|sister|son|daughter|sibling|kid"
    "|child|one)|aunt|uncle|cousins?|nephews?|nieces?|family|relatives|godson|goddaughter"
)
CONTACTS: Final = (
    "boss|manager|supervisor|team lead|lead|mentor|advisor|adviser|professor|teacher|tutor|coach|trainer|therapist"
    "|doctor|dentist|lawyer|accountant|assistant|landlord"
    "|landlady|cofounder|co-founder|business partner|nanny|babysitter|cleaner|realtor|secretary|physio|physiotherapist"
    "|personal trainer|line manager"
)
STRANGERS: Final = (
    "friends?|best friend|buddy|colleagues?|coworkers?|co-workers?|teammates?|roommates?|flatmates?|housemates?"
    "|classmates?|neighbou?rs?(?:'s \\w+)?|clients?|customers?|students?|employees?|boss|team"
)
PETS: Final = (
    "dog|cat|puppy|kitten|kitty|rabbit|bunny|hamster|guinea pig|parrot|bird|budgie|goldfish|fish|turtle|tortoise|snake"
    "|lizard|gecko|horse|pony|ferret|chicken|goat|duck"
    "|labrador|lab|golden retriever|retriever|poodle|corgi|beagle|husky|bulldog|german shepherd|shepherd|dachshund|pug"
    "|chihuahua|terrier|collie|dalmatian|tabby|siamese|maine coon|persian|rescue"
)
JOBS: Final = (
    "engineer|developer|programmer|coder|designer|architect|analyst|scientist|researcher|manager|director|consultant"
    "|accountant|auditor|bookkeeper|teacher|professor|lecturer|tutor|instructor"
    "|nurse|doctor|physician|surgeon|dentist|vet|veterinarian|pharmacist|therapist|psychologist|psychiatrist"
    "|physiotherapist|paramedic|midwife|caregiver|carer|radiologist|nutritionist|dietitian"
    "|lawyer|attorney|paralegal|judge|solicitor|barrister|journalist|reporter|editor|writer|author|copywriter"
    "|translator|interpreter|blogger|youtuber|streamer|influencer|photographer|videographer"
    "|illustrator|artist|painter|sculptor|musician|singer|composer|producer|dj|actor|actress|dancer|filmmaker|animator"
    "|chef|cook|baker|barista|bartender|waiter|waitress|server|butcher|farmer|gardener"
    "|driver|trucker|pilot|flight attendant|sailor|courier|mechanic|electrician|plumber|carpenter|welder|builder"
    "|contractor|technician|machinist|operator|janitor|cleaner|hairdresser|barber|stylist|tailor"
    "|salesperson|salesman|saleswoman|sales rep|representative|rep|realtor|broker|banker|trader|investor|economist"
    "|actuary|underwriter|recruiter|hr|marketer|strategist|planner|coordinator|administrator|admin"
    "|assistant|secretary|receptionist|clerk|cashier|librarian|curator|police officer|officer|firefighter|soldier"
    "|veteran|marine|detective|guard|social worker|counselor|priest|pastor|coach|trainer|athlete|referee"
    "|founder|cofounder|co-founder|entrepreneur|owner|ceo|cto|cfo|coo|cmo|cio|cpo|vp|vice president|president"
    "|executive|partner|principal|supervisor|foreman|lead|head|chair|chairman|buyer|purchaser|merchandiser"
    "|freelancer|contractor|student|undergrad|undergraduate|sophomore|freshman|junior|senior|grad student|phd student"
    "|postdoc|intern|apprentice|trainee|retiree|pensioner|homemaker|housewife|housekeeper"
    "|mom|dad|mother|father|stay-at-home (?:mom|dad|parent)|nomad|specialist|expert|professional|advisor|adviser|agent"
    "|controller|tester|sysadmin|devops|dba|sre|pm|product owner|scrum master|geologist|biologist|chemist|physicist"
    "|mathematician|statistician|historian|archaeologist|philosopher|linguist|astronomer|ecologist|botanist|zoologist"
    "|florist|jeweler|beekeeper|fisherman|miner|lumberjack|civil servant|diplomat|politician|inspector|surveyor"
    "|optician|optometrist|podiatrist|hygienist|nanny|au pair|babysitter|tour guide|guide|ranger|lifeguard"
)
DISEASES: Final = (
    r"(?:(?:type [12]|chronic|severe|mild|acute|bad|high|low|seasonal|a|an|some|early|stage \w+|generalized|clinical"
    r"|some kind of|terrible|recurring|frequent) )*(?:diabetes|asthma|eczema|psoriasis|arthritis|osteoporosis"
    r"|migraines?|epilepsy|depression|anxiety|adhd|add|ocd"
    r"|ptsd|autism|bipolar(?: disorder)?|insomnia|sleep apnea|hypertension|(?:high |low )?blood (?:pressure|sugar)"
    r"|(?:high )?cholesterol|heart (?:disease|condition|problems?|murmur)|anemia|celiac(?: disease)?"
    r"|crohn'?s(?: disease)?|ibs|colitis|gerd|acid reflux"
    r"|gout|cancer|leukemia|lupus|fibromyalgia|hypothyroidism|hyperthyroidism|thyroid \w+|pcos|endometriosis|scoliosis"
    r"|sciatica|herniated disc|back (?:pain|problems?|injury)|back|knees?|knee (?:injury|problems?)|tinnitus|vertigo"
    r"|glaucoma|cataracts|color ?blindness|dyslexia"
    r"|dementia|alzheimer'?s|parkinson'?s|multiple sclerosis|ms|hay fever|rosacea|chronic \w+(?: \w+)?|allerg(?:y|ies)"
    r"|intolerance|hiv|hepatitis|kidney (?:disease|stones?)|pacemaker|disability|hearing loss|stutter|phobia)"
)
REPLY: Final = (
    r"(?:repl(?:y|ies)|answers?|respon(?:d|ses?)|talk|speak|write|explain|explanations?|messages?|output|sentences"
    r"|tone|examples?|code|snippets?|summar(?:y|ies))"
)
LANGUAGES: Final = (
    "english|spanish|french|german|italian|portuguese|chinese|mandarin|cantonese|japanese|korean|russian|arabic|hindi"
    "|dutch|swedish|polish|turkish|vietnamese|thai|greek|hebrew|norwegian|danish|finnish|czech|ukrainian|romanian"
    "|hungarian|indonesian|urdu|bengali|tamil|farsi|persian|swahili|latin|sign language|asl"
)
PRODUCTS: Final = "|".join(re.escape(name) for name in sorted(PRODUCT_CATEGORY, key=len, reverse=True))
"""Products of which people have one main one."""
