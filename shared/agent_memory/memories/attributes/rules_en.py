"""English sentence patterns of the attributes; see `rules` for the notation."""

from typing import Final

EN: Final = r"""
home / no home
  <I> <now>(?:no longer (?:lives?|resides?)|(?:does not|doesn't|do not|don't) (?:live|reside)) in (?P<v>.+?),? any ?more
  <I> <now>no longer (?:lives?|resides?|based) in (?P<v>.+?)
  <I> (?:has |have )?<now>moved (?:out of|away from) (?P<v>.+?)<since>
home / no moved
  <I> (?:has |have )?<now>left (?P<v>.+?)<since>
employer / no employer_known
  <I> <now>no longer works? (?:at|for|with) (?P<v>.+?)(?: as (?:an? |the )?.+?)?
  <I> <now>(?:does not|doesn't|do not|don't) work (?:at|for|with) (?P<v>.+?),? any ?more
  <I> (?:has |have )?<now>(?:left|quit|quit <their> (?:job|position|role) (?:at|with)|resigned from|departed|got laid off from|was laid off from|was let go by) (?P<v>.+?)(?: (?:after|because|for|to) .+?)?
    <since>
  <I> <is> no longer (?:at|with) (?P<v>.+?)
title / no occupation
  <I> <is> no longer (?:an? |the )?(?P<v>.+?)
tool / no product
  <we> <now>(?:no longer uses?|stopped using|(?:has|have) stopped using|quit using|gave up|ditched|dropped) (?P<v>.+?)(?: erp)?<since>
  <we> <now>(?:does not|doesn't|do not|don't) use (?P<v>.+?),? any ?more
reply_language / no language
  <I> <want> the assistant (?:not to|to stop) (?:reply(?:ing)?|answer(?:ing)?|respond(?:ing)?|writ(?:e|ing)|us(?:e|ing)) (?:in )?(?P<v>[\w ]+)
reply_tone / no tone
  <I> <want> the assistant (?:to be less|not to be(?: so| too)?) (?P<v>[\w-]+)(?: (?:in|with) .+)?
reply_length / no length
  <I> <want> the assistant (?:to be less|not to be(?: so| too)?) (?P<v>[\w-]+)(?: (?:in|with) .+)?
form_of_address / no person
  <I> (?:does not|doesn't|no longer) (?:want|wants|like|likes) to be called (?P<v>.+?)(?: any ?more)?
home / home
  <I> <now>(?:lives|live|resides|reside|is living|is residing|is based|am based|is settled|has settled)(?:
     alone)?(?: with (?:his|her|their|my) [\w' ]+?)? in (?P<v>.+?)(?: alone)?(?: with (?:his|her|their|my)
     [\w' ]+)?(?:,? (?:right )?(?:near|close to|next to|not far from|just off|by|overlooking) .+?)?<since>
  <my> (?:home|house) <is> in (?P<v>.+?)<since>
  <my> (?:current |present )?(?:city|place of residence|residence|home city|city of residence) <is>(?: in)?
     (?P<v>.+?)<since>
  <I> <is> <now>(?:living|residing|based) in (?P<v>.+?)<since>
home / moved
  <I> (?:has |have |'ve )?<now>(?:moved|relocated)(?: back)?(?: from .+?)? to (?P<v>.+?)(?: with (?:his|her|
    their|my) [\w' ]+)?(?: from .+?)?(?: (?:recently|permanently|for good|last (?:week|month|year)))?(?: (?:for|because of|to be (?:near|closer)|so) .+?)?<since>
employer / employer_title
  <I> <is> (?:now|currently) (?:at|with) (?P<v>.+?) as (?:an? |the )?(?P<t>.+?)<since>
  <I> <is> (?:at|with) (?P<v>.+?) as (?:an? |the )?(?P<t>.+?) now
  <I> <now>(?:works|work|is working|is employed)(?: at| for) (?P<v>.+?) as (?:an? |the )?(?P<t>.+?)<since>
  <I> <now>(?:works|work|is working|is employed) as (?:an? |the )?(?P<t>.+?) (?:at|for) (?P<v>.+?)<since>
  <I> (?:has |have )?<now>joined (?P<v>.+?) as (?:an? |the )?(?P<t>.+?)<since>
employer / employer_role
  <I> <is> <now>(?:an? |the )?(?P<t>.+?) at (?P<v>.+?)<since>
employer / employer
  <I> <now>(?:works|work|is working|is employed)(?: at| for| by) (?P<v>.+?)<since>
  <my> (?:current |new |present )?(?:employer|company) (?:<is>|is called|is named|<became>) (?P<v>.+?)<since>
employer / employer_known
  <I> (?:has |have )?<now>joined (?P<v>.+?)<since>
  <I> <is> (?:now|currently|presently) (?:working )?(?:at|with|for) (?P<v>.+?)<since>
  <I> (?:has |have )?<now>(?:started|got|landed|accepted|took|has) (?:an? |the |his |her |their )?(?:new )?(?:job|position|role|offer)(?: offer)? (?:at|with|from)
     (?P<v>.+?)<since>
  <my> (?:current |new )?(?:job|position) <is> (?:at|with) (?P<v>.+?)<since>
title / title_in_firm
  <I> <now>(?:works|work|is working|is employed) as (?:an? |the )?(?P<t>.+?) (?:at|for|in) (?P<v>an? .+?)
    <since>
  <I> <is> <now>(?:an? |the )?(?P<t>.+?) (?:at|for|in) (?P<v>an? .+?)<since>
title / title
  <my> (?:current |new )?(?:job title|job|title|occupation|profession|position|role) (?:<is>|<became>) (?:an?
     |the )?(?P<v>.+?)<since>
  <I> <now>(?:works|work|is working|is employed) as (?:an? |the )?(?P<v>.+?)<since>
  <I> (?:has been|was|got|has just been|just got)(?: recently)? promoted(?: from .+?)? to (?:an? |the )?(?P<v>.+?)<since>
  <I> (?:has become|became) (?:an? |the )?(?P<v>.+?)<since>
title / occupation
  <I> <is> <now>(?:an?|the) (?P<v>.+?)(?: by profession| by trade)?<since>
name / person
  <my> (?:full |real |legal |first |last )?name (?:<is>|<became>) (?P<v>.+)
  <I> <is> (?:called|named) (?P<v>.+)
  (?P<v>[^,]+?) is <my> (?:full |real )?name
form_of_address / person
  <I> (?:prefers|wants|would like|likes) to be (?:called|addressed as) (?P<v>.+)
  <I> goes by (?P<v>.+)
age / age
  <I> <is> <now>(?P<v>[a-z\d -]{1,16}?)(?: |-)years?(?: |-)old
  <I> <is> an? (?P<v>[a-z\d]+)-year-old
  <my> age <is> (?P<v>[a-z\d -]{1,16})
  <I> (?:has |just )?turned (?P<v>[a-z\d -]{1,16}?)(?: years old)?<since>
birthday / date
  <my> (?:birthday|birth date|date of birth) (?:<is>|<became>)(?: on)? (?P<v>.+)
  <I> was born (?:on|in) (?P<v>.+)
birthplace / place
  <I> was born in (?P<v>.+)
  <my> (?:birthplace|place of birth) <is> (?P<v>.+)
marital_state / wedlock
  <I> (?:<is>|got|has gotten|has got|has been|just got|recently got) <now>(?:happily |newly |recently )?(?P<v>married|single|divorced|widowed|engaged|
    unmarried|not married)(?: to .+?| with .+? (?:kids?|children))?<since>
  <my> marital status <is> (?P<v>\w+)
reply_language / language
  <I> <want> the assistant to (?:reply|answer|respond|communicate|write|speak|talk)(?: to)? the user (?:only )?in (?P<v>[\w ]+)
  <I> <want> (?:the assistant to (?:reply|answer|respond|communicate|write|speak|talk)|to (?:be answered|receive replies|
    receive answers|get replies|get answers|communicate|chat)|(?:all )?<reply>)(?: to be)?(?: written| given)?
     in (?P<v>[\w ]+)
  <I> <want> (?P<v>[\w ]+?) <reply>
  <my> (?:preferred|default)(?: reply| response| communication)? language (?:<is>|<became>) (?P<v>[\w ]+)
  <I> <want> (?P<v>[\w ]+?) as (?:the |his |her |their )?(?:reply |response |default )?language
reply_length / length
  <I> <want> (?:more |very |to receive |to get )?(?P<v>[\w-]+)(?:,? (?:and )?(?:clear|direct|simple|
    to-the-point))? <reply>
  <I> <want> (?:the assistant's |all )?<reply> to be (?:a bit |a little |much )?(?P<v>shorter|longer|briefer|simpler)
  <I> <want> (?P<v>shorter|longer|briefer|simpler)(?:,? (?:and )?(?:more )?[\w-]+)? <reply>
  <I> <want> the assistant to be (?P<v>shorter|longer|briefer|simpler)(?: in .+| with .+)?
  <I> <want> (?:the assistant's |all )?<reply> (?:to be |that are |kept |to be kept |to stay )?(?:as |more |
    very |quite )?(?P<v>[\w-]+)(?: as possible)?
  <I> <want> the assistant to (?:keep (?:all )?(?:its |the )?<reply>|be|give|write|provide)(?: the user)? (?:more |as |very )?(?P<v>[\w-]+)(?:
     <reply>)?(?: as possible)?(?: (?:in|with) (?:its|the|the assistant's|all) ?(?:<reply>|user))?
  <I> <want> the assistant to (?:answer|reply|respond|explain things) (?:in )?(?:more |very )?(?P<v>[\w-]+)(?: detail)?
reply_tone / tone
  <I> <want> (?:an? )?(?:more )?(?P<v>[\w-]+) (?:tone|style|tone of voice|<reply>)
  <I> <want> <reply> in an? (?P<v>[\w-]+) (?:tone|style)
  <I> <want> the assistant to (?:be|sound|keep (?:its |the )?(?:tone|style|<reply>)|(?:use|keep|adopt|take|go with) an?)(?: more| very)? (?P<v>[\w-]+)(?: tone| style| voice)?(?: (?:in|with) .+)?
phone / phone
  <my> (?P<o>work|office|home|backup|business )?(?:phone|mobile|cell|telephone|cell phone|mobile phone)(?:
     number)? (?:<is>|<became>) (?P<v>[+\d(][\d \-()]{5,20})
email / email
  <my> (?P<o>work |office |personal |private |business |backup )?(?:e-?mail)(?: address)? (?:<is>|<became>)
     (?P<v>\S+@\S+)
wechat / handle
  <my> wechat(?: id| handle)? (?:<is>|<became>) (?P<v>[a-z][\w-]{4,30})
nationality / country
  <my> (?:nationality|citizenship) <is> (?P<v>.+)
  <I> <is> a citizen of (?P<v>.+)
nationality / demonym
  <I> <is> (?P<v>\w+)
  <I> <is> an? (?P<v>\w+)(?: citizen)?
origin / city_person
  <I> (?:is|'s|am|'m|comes|come) (?:originally )?from (?P<v>.+)
hometown / place
  <my> (?:home ?town|native city) <is>(?: in)? (?P<v>.+)
school / school
  <I> <now>(?:studies|study|is studying|is enrolled|is (?:now |currently )?an? (?:[\w-]+ )?student) at (?P<v>.+?)<since>
  <I> (?:has |have )?<now>transferred(?: from .+?)? to (?P<v>.+?)<since>
  <I> (?:goes|go) to (?P<v>.+?)<since>
  <I> <now>attends (?P<v>.+?)<since>
degree / degree
  <my> highest (?:degree|education|qualification) <is> (?:an? )?(?P<v>.+)
spouse_name / person
  <my> (?:wife|husband|spouse)(?:'s name)? <named> (?P<v>.+)
  (?P<v>[^,]+?) is (?:the name of )?<my> (?:wife|husband|spouse)(?:'s name)?
partner_name / person
  <my> (?:girlfriend|boyfriend|partner)(?:'s name)? <named> (?P<v>.+)
father_name / person
  <my> (?:father|dad)(?:'s name is| is called| is named) (?P<v>.+)
mother_name / person
  <my> (?:mother|mom|mum)(?:'s name is| is called| is named) (?P<v>.+)
manager_name / person
  <my> (?:new |current |line |direct )?(?:manager|boss|supervisor)(?:'s name)? (?:<named>|is now) (?P<v>.+)
children / count
  <I> (?:has|have) <now>(?P<v>[a-z\d]+) (?:children|kids|child|kid)
  <I> (?:does not|doesn't|do not|don't) have (?P<v>any) (?:children|kids)
height / amount
  <I> <is> (?P<v>[\d.]+ ?(?:cm|m|centimet\w+|met\w+|feet|ft|inches)) tall
  <my> height <is> (?P<v>.+)
weight / amount
  <I> (?:now )?weighs? (?P<v>.+)
  <my> weight (?:<is>|<became>) (?P<v>.+)
salary / amount
  <my> (?:monthly |annual |yearly )?salary (?:<is>|<became>) (?P<v>.+?)(?: a (?:month|year)| per (?:month|
    year))?
gender / gender
  <I> <is> (?:an? )?(?P<v>male|female|man|woman)
  <my> gender <is> (?P<v>\w+)
blood_type / blood
  <my> blood type <is> (?:type )?(?P<v>[\w+-]{1,5})
time_zone / zone
  <my> time ?zone (?:<is>|<became>) (?P<v>.+)
  <I> <is> in (?:the )?(?P<v>\S+) time ?zone
department / text
  <my> department <is> (?P<v>.+)
  <I> <now>works in the (?P<v>[\w &]+) department
code / code
  <my> (?:new |current )?<code>(?: number)? (?:<is>|<became>)(?: now)? (?P<v>[\w#-][\w #.-]{1,22}?)(?: now)?
address / address
  <my> (?:new |current )?(?P<o>home |mailing |shipping |delivery |office |work |billing )?address (?:<is>|<became>)(?: now)? (?P<v>.{6,60})
rent / amount
  <my> (?:monthly )?rent (?:<is>|<became>)(?: now)?(?: about| around)? (?P<v>.+?)(?: (?:a|per|each) month| now)*
budget / budget
  (?:<my> |the )?(?:total )?(?P<o>[\w' -]*?) ?budget(?: (?:for|of) (?P<o2>[\w' -]+?))? (?:<became>|is about|is
     around|is set at) (?P<v>.+?)
  <I> (?:has|have) <now>an? (?P<o>[\w' -]*?) ?budget of (?P<v>.+?)(?: for (?P<o2>[\w' -]+))?
deadline / deadline
  (?:<my> |the |my )?(?P<o>[\w' -]*?) ?(?:deadline|due date)(?: (?:for|of) (?P<o2>[\w' -]+?))? <became>(?:
     on)? (?P<v>.+)
deadline / due
  (?:<my> |the |my )?(?P<o>[\w' -]+?) (?:is|are) due(?: on| by)? (?P<v>.+)
  (?:<my> |the |my )?(?P<o>[\w' -]+?) (?:must|has to|needs to|should|have to) be (?:finished|completed|done)
     (?:by|before) (?P<v>.+)
delivery / deadline
  (?:<my> |the |my )?(?P<o>[\w' -]+?) (?:delivery date) <became>(?: on)? (?P<v>.+)
launch / deadline
  (?:<my> |the |my )?(?P<o>[\w' -]+?) (?:launch date|release date) <became>(?: on)? (?P<v>.+)
tool / tool
  <our> (?:main |primary |default |preferred |current |usual |go-to |new )?<category>(?: system| software| tool)?
     (?:<is>|<became>|runs on) (?P<v>.+?)(?: now)?
  <we> <now>(?:(?:mainly|mostly|primarily|always) )?(?:uses?|is using|relies on) (?P<v>.+?) (?:as|for) <their>(?: main| primary| default| preferred| company| go-to)? ?<category>
    (?: system| software| tool)?(?: at work)?<since>
  <we> (?:has |have )?<now>(?:switched|changed|moved|migrated) <their> <category>(?: system| software| tool)?
    (?: over)?(?: from .+?)? to (?P<v>.+?)<since>
  <we> (?:has |have )?<now>(?:switched|changed|moved|migrated)(?: over)?(?: from .+?)? to (?P<v>.+?) (?:for|as) (?:<their> )?(?:main |primary )?<category>
    (?: system| software| tool)?<since>
  <we> (?:has |have )?<now>(?:replaced|swapped) .+? (?:with|for|by) (?P<v>.+?) (?:for|as) (?:<their> )?(?:main |primary )?<category>(?: system| software| tool)?<since>
tool / product
  <we> (?:has |have )?<now>(?:switched|moved|migrated|changed|upgraded|went)(?: over)?(?: back)? (?:from .+? )?to (?P<v>.+?)(?: erp)?<since>
  <we> (?:has |have )?<now>(?:replaced|swapped) .+? (?:with|for|by) (?P<v>.+?)<since>
  <we> (?:now )?(?:mainly|mostly|primarily|always) uses? (?P<v>.+?)<since>
  <we> (?:now uses?|uses? (?=.* now$)) ?(?P<v>.+?)(?: now)?
favorite / favorite
  <my> favou?rite (?P<o>colou?r|season|number) <is> (?:actually |now )?(?P<v>[\w ]+?)(?: now)?
"""
