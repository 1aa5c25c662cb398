package dev.rowan.web.rows;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.button;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.form;
import static dev.rowan.web.html.Tags.id;
import static dev.rowan.web.html.Tags.input;
import static dev.rowan.web.html.Tags.label;
import static dev.rowan.web.html.Tags.text;

import dev.rowan.landscape.SearchTerm;
import dev.rowan.web.html.Html;
import java.util.ArrayList;

/// The field for a text to search values for, within the filters in force. With the script, hits come as they
/// are found.
record SearchForm(RunView view, RowsQuery query) {

    Html html() {
        var hidden = new ArrayList<Html>();
        query.parameters()
                .filters()
                .byName()
                .forEach((name, value) ->
                        hidden.add(input(attr("type", "hidden"), attr("name", name), attr("value", value))));
        return form(
                attr("method", "get"),
                attr("action", "/runs/" + view.id() + "/search"),
                attr("data-search", view.api() + "/search"),
                attr("role", "search"),
                cls("filters"),
                label(
                        text("Search in values"),
                        input(
                                id("search"),
                                attr("type", "search"),
                                attr("name", "q"),
                                attr("maxlength", Integer.toString(SearchTerm.MAX_LENGTH)),
                                attr("required", "required"),
                                attr("size", "36"),
                                attr("value", query.parameters().get("q").orElse("")))),
                Html.many(hidden),
                button(text("Search")),
                button(
                        attr("type", "button"),
                        attr("data-stop", ""),
                        attr("hidden", "hidden"),
                        cls("danger"),
                        text("Stop")),
                element("output", attr("aria-live", "polite"), cls("soft")));
    }
}
