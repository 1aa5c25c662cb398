package dev.rowan.browser;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;

/// Injection texts: they would run a script, call another server, break out of their context, or break the format
/// around them. The same seed gives the same values.
///
/// A script that runs calls [PageMonitor#MARK] or opens a dialog; fetches go to `elsewhere`.
final class HostileValues {
    static final long SEED = 20_261_115;
    static final int MANY = 200;
    private static final int HUGE = 200_000;

    private static final List<String> TAGS = List.of(
            "<script>%s</script>",
            "<ScRiPt\n>%s</sCrIpT >",
            "<script src=\"%u\"></script>",
            "<script type=module>import('%u')</script>",
            "<img src=x onerror=\"%s\">",
            "<img src=\"%u\">",
            "<img src=x:x onerror=%s//",
            "<image src=x onerror=%s>",
            "<svg onload=%s>",
            "<svg><script>%s</script></svg>",
            "<svg><animate onbegin=%s attributeName=x dur=1s>",
            "<svg><a xlink:href=\"javascript:%s\"><text y=20>x</text></a></svg>",
            "<svg><use href=\"%u#x\"/></svg>",
            "<svg><foreignObject><iframe src=\"%u\"></iframe></foreignObject></svg>",
            "<svg><style>*{background:url(%u)}</style></svg>",
            "<math><mtext><table><mglyph><style><img src=x onerror=%s>",
            "<math href=\"javascript:%s\">x</math>",
            "<iframe srcdoc=\"<script>parent.%s</script>\"></iframe>",
            "<iframe src=\"javascript:parent.%s\"></iframe>",
            "<object data=\"%u\"></object>",
            "<embed src=\"%u\">",
            "<base href=\"%u/\">",
            "<link rel=stylesheet href=\"%u\">",
            "<meta http-equiv=refresh content=\"0;url=%u\">",
            "<meta http-equiv=\"Content-Security-Policy\" content=\"script-src *\">",
            "<style>@import '%u';</style>",
            "<div style=\"background:url(%u)\">x</div>",
            "<body onload=%s>",
            "<details open ontoggle=%s>",
            "<input autofocus onfocus=%s>",
            "<select autofocus onfocus=%s>",
            "<video src=x onerror=%s>",
            "<video poster=\"%u\"></video>",
            "<audio src=\"%u\" autoplay>",
            "<marquee onstart=%s>",
            "<form action=\"%u\"><button id=go>x</button></form>",
            "<form id=x></form><button form=x formaction=\"javascript:%s\">x</button>",
            "<a href=\"javascript:%s\">x</a>",
            "<a href=\"data:text/html,<script>%s</script>\">x</a>",
            "<template><script>%s</script></template>",
            "<noscript><p title=\"</noscript><img src=x onerror=%s>\">",
            "<textarea></textarea><img src=x onerror=%s>",
            "</title><script>%s</script>",
            "</textarea><script>%s</script>",
            "</style><script>%s</script>",
            "</pre></code></td></tr></table></main><script>%s</script>",
            "--><script>%s</script><!--",
            "]]><script>%s</script>",
            "<!--<img src=\"--><img src=x onerror=%s//\">",
            "<x onclick=%s autofocus tabindex=1 onfocus=%s>x</x>",
            "<div data-live=\"%u\" data-every=\"0\" id=main>x</div>",
            "<form data-api=\"%u\"><button>x</button></form>",
            "<portal src=\"%u\"></portal>");

    private static final List<String> BREAKS = List.of(
            "\" onmouseover=%s x=\"",
            "' onmouseover=%s x='",
            "` onmouseover=%s x=`",
            "\"><script>%s</script>",
            "'><script>%s</script>",
            "javascript:%s",
            "JaVaScRiPt:%s",
            "java\tscript:%s",
            "\u0001javascript:%s",
            "//%h/x",
            "/\\%h/x",
            "https:%h",
            "vbscript:%s",
            "data:text/html;base64,PHNjcmlwdD5yb3dhblJhbigpPC9zY3JpcHQ+",
            "&lt;script&gt;%s&lt;/script&gt;",
            "&#60;script&#62;%s&#60;/script&#62;",
            "&amp;lt;script&amp;gt;",
            "&#x3c;img src=x onerror=%s&#x3e;",
            "&lt&#59;script&gt&#59;",
            "\\u003cscript\\u003e%s",
            "%3Cscript%3E%s%3C/script%3E",
            "+ADw-script+AD4-%s+ADw-/script+AD4-",
            "\u00bcscript\u00be%s\u00bc/script\u00be",
            "\uff1cscript\uff1e%s\uff1c/script\uff1e",
            "{{constructor.constructor('%s')()}}",
            "${%s}",
            "#{%s}",
            "<%= %s %>",
            "{% raw %}{{ 7*7 }}{% endraw %}",
            "[[${7*7}]]",
            "{{text}}{{ _self }}",
            "expression(%s)",
            "}</style><script>%s</script>",
            "*/%s/*",
            "';%s;//",
            "\\';%s;//",
            "\\\";%s;//",
            "</script><script>%s</script>",
            "\u2028%s\u2029",
            "\r\nSet-Cookie: rowan_token=x\r\n\r\n<script>%s</script>",
            "a\u0000<script>%s</script>",
            "\u0000",
            "\u0007\u0008\u001b[31mred\u001b[0m\u001b]0;title\u0007",
            "\u202etxt.exe\u202c \u2066<script>%s</script>\u2069",
            "\u200b\u200c\u200d\u2060\ufeff",
            "\ud83d\ude00\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67",
            "e\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301",
            "\ufffe\uffff",
            "{\"a\":1}\n{\"error\":\"%s\"}",
            "\"}\n{\"row\":1,\"x\":\"",
            "],\"x\":[",
            "null",
            "NaN",
            "__proto__",
            "constructor",
            "toString",
            "=cmd|' /C calc'!A0",
            "@SUM(1+1)*cmd|' /C calc'!A0",
            "+1+cmd|' /C calc'!A0",
            "-2+3+cmd|' /C calc'!A0",
            "=HYPERLINK(\"%u\",\"x\")",
            "=IMPORTXML(\"%u\",\"//a\")",
            "\t=1+1",
            "a,b;c\td\"e'f\ng",
            "../../../../etc/passwd",
            "..%2f..%2fetc%2fpasswd",
            "C:\\Windows\\System32",
            "'; DROP TABLE run; --",
            "1 OR 1=1",
            "%",
            "_%",
            "\\",
            "\"",
            "'",
            "<",
            "&",
            "");

    private HostileValues() {}

    /// `many` different values: each known kind once, then random combinations.
    static List<String> of(URI elsewhere, long seed, int many) {
        RandomGenerator chance = new Random(seed);
        var values = new LinkedHashSet<String>();
        TAGS.forEach(tag -> values.add(filled(tag, elsewhere, values.size())));
        BREAKS.forEach(piece -> values.add(filled(piece, elsewhere, values.size())));
        values.add(filled("<script>%s</script>", elsewhere, values.size()).repeat(HUGE / 40));
        values.add("W".repeat(HUGE));
        var known = new ArrayList<>(values);
        while (values.size() < many) {
            values.add(joined(known, chance));
        }
        return values.stream().limit(many).toList();
    }

    private static String joined(List<String> known, RandomGenerator chance) {
        var value = new StringBuilder();
        int pieces = 2 + chance.nextInt(3);
        for (int i = 0; i < pieces; i++) {
            String piece = known.get(chance.nextInt(known.size()));
            value.append(piece, 0, Math.min(piece.length(), 1 + chance.nextInt(120)));
        }
        return value.toString();
    }

    private static String filled(String piece, URI elsewhere, int number) {
        String call = number % 3 == 0 ? "alert(" + number + ")" : PageMonitor.MARK + "(" + number + ")";
        return piece.replace("%s", call)
                .replace("%u", elsewhere + "/" + number)
                .replace("%h", elsewhere.getAuthority());
    }

    /// The longest part of a value that is shown unchanged as text: without quotes, escapes, white space and
    /// replaced characters.
    static String visible(String value) {
        String best = "";
        for (String piece : value.split("[^\\x21-\\x7e]|[\"\\\\]|\\\\u[0-9a-f]{4}")) {
            if (piece.length() > best.length()) {
                best = piece;
            }
        }
        return best.substring(0, Math.min(best.length(), 60));
    }
}
