"""English sentence patterns of the attributes; see `rules` for the notation."""

from typing import Final

EN: Final = r"""
home / home
  <I> <now>(?:lives|live|resides|reside|is living|is residing|is based|am based|is settled|has settled)(?:
     alone)?(?: with (?:his|her|their|my) [\w' ]+?)? in (?P<v>.+?)(?: alone)?(?: with (?:his|her|their|my)
     [\w' ]+)?<since>
  <my> (?:home|house) <is> in (?P<v>.+?)<since>
  <my> (?:current |present )?(?:city|place of residence|residence|home city|city of residence) <is>(?: in)?
     (?P<v>.+?)<since>
  <I> <is> <now>(?:living|residing|based) in (?P<v>.+?)<since>
home / moved
  <I> (?:has |have |'ve )?<now>(?:moved|relocated)(?: back)?(?: from .+?)? to (?P<v>.+?)(?: with (?:his|her|
    their|my) [\w' ]+)?(?: from .+?)?(?: (?:recently|permanently|last (?:week|month|year)))?<since>
employer / employer_title
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
title / title_in_firm
  <I> <now>(?:works|work|is working|is employed) as (?:an? |the )?(?P<t>.+?) (?:at|for|in) (?P<v>an? .+?)
    <since>
  <I> <is> <now>(?:an? |the )?(?P<t>.+?) (?:at|for|in) (?P<v>an? .+?)<since>
title / title
  <my> (?:current |new )?(?:job title|job|title|occupation|profession|position|role) (?:<is>|<became>) (?:an?
     |the )?(?P<v>.+?)<since>
  <I> <now>(?:works|work|is working|is employed) as (?:an? |the )?(?P<v>.+?)<since>
  <I> (?:has been|was|got) promoted to (?:an? |the )?(?P<v>.+?)<since>
  <I> (?:has become|became) (?:an? |the )?(?P<v>.+?)<since>
title / occupation
  <I> <is> <now>(?:an?|the) (?P<v>.+?)(?: by profession| by trade)?<since>
name / person
  <my> (?:full |real |first |last )?name (?:<is>|<became>) (?P<v>.+)
  <I> <is> (?:called|named) (?P<v>.+)
  (?P<v>[^,]+?) is <my> (?:full |real )?name
form_of_address / person
  <I> (?:prefers|wants|would like|likes) to be (?:called|addressed as) (?P<v>.+)
  <I> goes by (?P<v>.+)
age / age
  <I> <is> <now>(?P<v>[a-z\d -]{1,16}?)(?: |-)years?(?: |-)old
  <I> <is> an? (?P<v>[a-z\d]+)-year-old
  <my> age <is> (?P<v>[a-z\d -]{1,16})
  <I> (?:has |just )?turned (?P<v>[a-z\d -]{1,16})(?: years old)?
birthday / date
  <my> (?:birthday|birth date|date of birth) (?:<is>|<became>)(?: on)? (?P<v>.+)
  <I> was born (?:on|in) (?P<v>.+)
birthplace / place
  <I> was born in (?P<v>.+)
  <my> (?:birthplace|place of birth) <is> (?P<v>.+)
marital_state / wedlock
  <I> (?:<is>|got|has gotten|has got) <now>(?P<v>married|single|divorced|widowed|engaged|unmarried|not
     married)
  <my> marital status <is> (?P<v>\w+)
reply_language / language
  <I> <want> (?:the assistant to (?:reply|answer|respond|communicate|write)|to (?:be answered|receive replies|
    receive answers|get replies|get answers|communicate|chat)|(?:all )?<reply>)(?: to be)?(?: written| given)?
     in (?P<v>[\w ]+)
  <I> <want> (?P<v>[\w ]+?) <reply>
  <my> (?:preferred|default)(?: reply| response| communication)? language (?:<is>|<became>) (?P<v>[\w ]+)
  <I> <want> (?P<v>[\w ]+?) as (?:the |his |her |their )?(?:reply |response |default )?language
reply_length / length
  <I> <want> (?:more |very |to receive |to get )?(?P<v>[\w-]+)(?:,? (?:and )?(?:clear|direct|simple|
    to-the-point))? <reply>
  <I> <want> (?:the assistant's |all )?<reply> (?:to be |that are |kept |to be kept |to stay )?(?:as |more |
    very |quite )?(?P<v>[\w-]+)(?: as possible)?
  <I> <want> the assistant to (?:keep (?:its |the )?<reply>|be|give|write) (?:more |as )?(?P<v>[\w-]+)(?:
     <reply>)?(?: as possible)?
reply_tone / tone
  <I> <want> (?:an? )?(?:more )?(?P<v>[\w-]+) (?:tone|style|tone of voice|<reply>)
  <I> <want> <reply> in an? (?P<v>[\w-]+) (?:tone|style)
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
  <I> <now>(?:studies|study|is studying|is enrolled|is a student) at (?P<v>.+?)<since>
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
budget / budget
  (?:<my> |the )?(?:total )?(?P<o>[\w' -]*?) ?budget(?: (?:for|of) (?P<o2>[\w' -]+?))? (?:<became>|is about|is
     around|is set at) (?P<v>.+?)
  <I> (?:has|have) <now>an? (?P<o>[\w' -]*?) ?budget of (?P<v>.+?)(?: for (?P<o2>[\w' -]+))?
deadline / deadline
  (?:the |my |<my> )?(?P<o>[\w' -]*?) ?(?:deadline|due date)(?: (?:for|of) (?P<o2>[\w' -]+?))? <became>(?:
     on)? (?P<v>.+)
  (?:the |my |<my> )?(?P<o>[\w' -]+?) (?:is|are) due(?: on| by)? (?P<v>.+)
  (?:the |my |<my> )?(?P<o>[\w' -]+?) (?:must|has to|needs to|should|have to) be (?:finished|completed|done)
     (?:by|before) (?P<v>.+)
delivery / deadline
  (?:the |my |<my> )?(?P<o>[\w' -]+?) (?:delivery date) <became>(?: on)? (?P<v>.+)
launch / deadline
  (?:the |my |<my> )?(?P<o>[\w' -]+?) (?:launch date|release date) <became>(?: on)? (?P<v>.+)
tool / tool
  <my> (?:main |primary |default |preferred |current |usual |go-to )?<category>(?: system| software| tool)?
     (?:<is>|<became>) (?P<v>.+)
  <I> <now>uses? (?P<v>.+?) as (?:his|her|their|my|the|an?)(?: main| primary| default| preferred)? <category>
    (?: system| software| tool)?
  <I> (?:has |have )?<now>(?:switched|changed) (?:his|her|their|my|the) <category>(?: system| software| tool)?
    (?: from .+?)? to (?P<v>.+)
tool / product
  <I> (?:has |have )?<now>switched (?:from .+? )?to (?P<v>.+?)(?: erp)?
favorite / favorite
  <my> favou?rite (?P<o>colou?r|season|number) <is> (?P<v>[\w ]+)
"""
