package dev.rowan.web.openapi;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.a;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.code;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.h1;
import static dev.rowan.web.html.Tags.h2;
import static dev.rowan.web.html.Tags.li;
import static dev.rowan.web.html.Tags.p;
import static dev.rowan.web.html.Tags.pre;
import static dev.rowan.web.html.Tags.section;
import static dev.rowan.web.html.Tags.text;
import static dev.rowan.web.html.Tags.ul;

import dev.rowan.api.call.Payload;
import dev.rowan.web.html.Html;
import dev.rowan.web.http.Router;
import dev.rowan.web.http.WebReply;
import dev.rowan.web.http.WebRequest;
import dev.rowan.web.openapi.ApiDocument.Described;
import dev.rowan.web.openapi.ApiDocument.Parameter;
import dev.rowan.web.screen.Screen;
import dev.rowan.web.screen.WebContext;
import java.util.List;

/// `/api/openapi.json`, and `/api` as its readable form.
public final class ApiScreen implements Screen {
    private final WebContext context;
    private final ApiDocument document;

    public ApiScreen(WebContext context) {
        this.context = context;
        this.document = ApiDocument.load();
    }

    @Override
    public void routes(Router router) {
        router.get("/api/openapi.json", _ -> new WebReply.Whole(200, "application/json", Payload.of(document.bytes())));
        router.get("/api", this::page);
    }

    private WebReply page(WebRequest request) {
        String host = request.header("host").orElse("127.0.0.1");
        List<Html> calls =
                document.calls().stream().map(call -> call(call, host)).toList();
        return new WebReply.Page(
                200,
                context.layout()
                        .page(
                                "API",
                                h1(text("API")),
                                p(text(document.description())),
                                p(
                                        text("For programs: "),
                                        a("/api/openapi.json", text("openapi.json")),
                                        text(". Without token: "),
                                        a("/metrics", text("metrics")),
                                        text(" for Prometheus, "),
                                        a("/healthz", text("healthz")),
                                        text(".")),
                                Html.many(calls)));
    }

    private static Html call(Described call, String host) {
        return section(
                cls("card"),
                h2(code(text(call.method() + " " + call.path()))),
                p(text(call.summary())),
                call.parameters().isEmpty()
                        ? Html.none()
                        : ul(Html.many(call.parameters().stream()
                                .map(ApiScreen::parameter)
                                .toList())),
                div(cls("scroll"), attr("tabindex", "0"), pre(code(text(curl(call, host))))));
    }

    private static Html parameter(Parameter parameter) {
        return li(
                code(text(parameter.in().equals("query") ? "?" + parameter.name() : "{" + parameter.name() + "}")),
                text(" " + parameter.description()),
                Html.when(parameter.required() && parameter.in().equals("query"), element("em", text(" required"))));
    }

    private static String curl(Described call, String host) {
        String how = call.reads() ? "" : "-X POST -H 'Content-Type: application/json' -d '{}' ";
        return "curl -s -H \"Authorization: Bearer $ROWAN_TOKEN\" " + how + "'http://" + host + call.path() + "'";
    }
}
