package dev.rowan.web.layout;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.a;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.h1;
import static dev.rowan.web.html.Tags.href;
import static dev.rowan.web.html.Tags.id;
import static dev.rowan.web.html.Tags.p;
import static dev.rowan.web.html.Tags.span;
import static dev.rowan.web.html.Tags.text;

import dev.rowan.landscape.history.RunSummary;
import dev.rowan.web.html.Html;
import dev.rowan.web.html.Tags;
import dev.rowan.web.http.ErrorPage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// The layout of every page: head, navigation, main part, footer.
public final class Layout implements ErrorPage {
    private final String landscape;
    private final UnaryOperator<String> typed;
    private final Function<RunSummary, Html> seal;

    /// `landscape` is its address without credentials; `typed` rewrites commands in a text as users type them;
    /// `seal` makes the badge of a run's verification.
    public Layout(String landscape, UnaryOperator<String> typed, Function<RunSummary, Html> seal) {
        this.landscape = landscape;
        this.typed = typed;
        this.seal = seal;
    }

    /// A page that belongs to no run.
    public Html page(String title, Html... main) {
        return frame(title, Html.none(), known(), main);
    }

    /// A page of a run, with its tabs.
    public Html page(String title, RunTabs tabs, Html... main) {
        return frame(title, tabs.html(seal.apply(tabs.run())), known(), main);
    }

    /// The live header of a run's pages.
    public Html head(RunTabs tabs) {
        return tabs.head(seal.apply(tabs.run()));
    }

    /// The footer of pages after sign-in: the landscape, and the notice of a lost connection.
    private Html known() {
        return Html.many(
                foot(),
                div(
                        id("contact"),
                        attr("role", "alert"),
                        attr("data-serve", typed.apply("rowan serve")),
                        attr("data-run", typed.apply("rowan run")),
                        attr("data-status", typed.apply("rowan status")),
                        attr("hidden", "hidden")));
    }

    private Html frame(String title, Html tabs, Html after, Html... main) {
        var content = new ArrayList<Html>(List.of(main));
        content.addFirst(tabs);
        return element(
                "html",
                attr("lang", "en"),
                element(
                        "head",
                        element("meta", attr("charset", "utf-8")),
                        element(
                                "meta",
                                attr("name", "viewport"),
                                attr("content", "width=device-width, initial-scale=1")),
                        element("meta", attr("name", "color-scheme"), attr("content", "light dark")),
                        element("title", text(title + " · Rowan")),
                        element("link", attr("rel", "icon"), href("/assets/rowan.svg"), attr("type", "image/svg+xml")),
                        element("link", attr("rel", "stylesheet"), href("/assets/rowan.css")),
                        new Html.Script("/assets/rowan.js")),
                element("body", bar(), element("main", id("main"), attr("tabindex", "-1"), Html.many(content)), after));
    }

    private Html bar() {
        return element(
                "header",
                cls("bar"),
                a("#main", cls("skip"), text("Skip to content")),
                a("/", cls("brand"), mark(), span(text("Rowan"))),
                element(
                        "nav",
                        attr("aria-label", "Main"),
                        a("/", text("Runs")),
                        a("/compare", text("Compare")),
                        a("/pipeline", text("Pipeline")),
                        a("/api", text("API"))));
    }

    /// The mark of the project: a twig with three berries.
    private static Html mark() {
        return element(
                "svg",
                attr("viewBox", "0 0 24 24"),
                attr("width", "22"),
                attr("height", "22"),
                attr("aria-hidden", "true"),
                element("path", attr("d", "M4 3c6 1 8 4 8 9"), attr("class", "twig")),
                element("circle", attr("cx", "8"), attr("cy", "15"), attr("r", "4"), attr("class", "berry")),
                element("circle", attr("cx", "16"), attr("cy", "15"), attr("r", "4"), attr("class", "berry")),
                element("circle", attr("cx", "12"), attr("cy", "19"), attr("r", "4"), attr("class", "berry")));
    }

    private Html foot() {
        return element("footer", cls("foot"), span(text("Landscape ")), Tags.code(text(landscape)));
    }

    /// Shown before sign-in, so it does not reveal the landscape.
    @Override
    public Html error(int status, String why) {
        return frame(
                "Error " + status,
                Html.none(),
                Html.none(),
                div(
                        cls("notice bad"),
                        attr("role", "alert"),
                        h1(text(heading(status))),
                        p(text(why)),
                        p(a("/", text("All runs")))));
    }

    private static String heading(int status) {
        return switch (status) {
            case 503 -> "Temporarily unavailable";
            default -> status >= 500 ? "Internal error" : "Request failed";
        };
    }

    @Override
    public Html signIn(boolean password, Optional<String> wrong) {
        Html form = password
                ? Tags.form(
                        attr("method", "post"),
                        attr("action", "/login"),
                        cls("stack"),
                        Tags.label(
                                text("Password"),
                                Tags.input(
                                        attr("type", "password"),
                                        attr("name", "password"),
                                        attr("autocomplete", "current-password"),
                                        attr("required", "required"))),
                        Tags.button(cls("primary"), text("Sign in")))
                : p(text("Open the address that was printed when the server started: it contains the token."));
        return frame(
                "Sign in",
                Html.none(),
                Html.none(),
                div(
                        cls("card narrow"),
                        h1(text("Sign in")),
                        Html.maybe(wrong.map(message -> p(cls("notice bad"), attr("role", "alert"), text(message)))),
                        form));
    }
}
