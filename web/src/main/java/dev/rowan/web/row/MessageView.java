package dev.rowan.web.row;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.a;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.button;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.id;
import static dev.rowan.web.html.Tags.p;
import static dev.rowan.web.html.Tags.pre;
import static dev.rowan.web.html.Tags.text;

import dev.rowan.api.call.HttpMessage;
import dev.rowan.api.call.Payload;
import dev.rowan.engine.report.Figures;
import dev.rowan.web.html.Html;
import java.util.Optional;
import java.util.stream.Collectors;

/// A request or a reply as it was recorded, without secrets: its head, and its body for reading.
final class MessageView {
    private MessageView() {}

    /// `label` is what it is, `whole` where its bytes can be had.
    static Html of(String label, Optional<Payload> message, String whole) {
        if (message.isEmpty()) {
            return p(cls("soft"), text(label + ": not recorded."));
        }
        HttpMessage.Parts parts = HttpMessage.read(message.get().bytes());
        String head = parts.first() + "\n"
                + parts.headers().fields().stream()
                        .map(field -> field.name() + ": " + field.value())
                        .collect(Collectors.joining("\n"));
        String body = Pretty.body(parts.body().bytes());
        return element(
                "details",
                element(
                        "summary",
                        text(label + " "),
                        element(
                                "span",
                                cls("sub"),
                                text(parts.first() + ", "
                                        + Figures.count(parts.body().size()) + " bytes"))),
                pre(
                        attr("tabindex", "0"),
                        attr("role", "group"),
                        attr("aria-label", label + ", head"),
                        cls("http"),
                        text(head)),
                body.isEmpty()
                        ? p(cls("soft"), text("No body."))
                        : pre(
                                attr("tabindex", "0"),
                                attr("role", "group"),
                                attr("aria-label", label + ", body"),
                                cls("http"),
                                text(ValueView.cut(body))),
                ValueView.rest(body, whole),
                p(cls("sub"), a(whole, text("Download as recorded"))));
    }

    /// The request as a line for a shell, to be copied.
    static Html curl(Optional<Payload> request, String name) {
        Optional<String> line = request.flatMap(message -> CurlLine.of(message.bytes()));
        if (line.isEmpty()) {
            return Html.none();
        }
        String id = "curl-" + name;
        return element(
                "details",
                element("summary", text("As curl command, without the key")),
                div(cls("row"), button(attr("type", "button"), attr("data-copy", "#" + id), text("Copy"))),
                pre(
                        id(id),
                        attr("tabindex", "0"),
                        attr("role", "group"),
                        attr("aria-label", "curl command"),
                        cls("http"),
                        text(line.get())),
                Html.when(
                        line.get().contains("\"$SIMULATOR\""),
                        p(
                                cls("sub"),
                                text("The run used the built-in simulator. Start one with rowan simulate, and set"
                                        + " SIMULATOR to its address and the key to any value."))));
    }
}
