package dev.rowan.web.html;

import static dev.rowan.web.html.Html.element;

/// The elements and attributes that pages are made of, to be imported statically: `div(cls("card"),
/// h2("Runs"), …)`.
public final class Tags {
    private Tags() {}

    public static Attribute attr(String name, String value) {
        return new Attribute(name, value);
    }

    public static Attribute cls(String names) {
        return new Attribute("class", names);
    }

    public static Attribute id(String name) {
        return new Attribute("id", name);
    }

    public static Attribute href(String address) {
        return new Attribute("href", address);
    }

    public static Attribute title(String text) {
        return new Attribute("title", text);
    }

    public static Html text(String text) {
        return Html.text(text);
    }

    public static Html.Element div(Part... parts) {
        return element("div", parts);
    }

    public static Html.Element span(Part... parts) {
        return element("span", parts);
    }

    public static Html.Element p(Part... parts) {
        return element("p", parts);
    }

    public static Html.Element section(Part... parts) {
        return element("section", parts);
    }

    public static Html.Element h1(Part... parts) {
        return element("h1", parts);
    }

    public static Html.Element h2(Part... parts) {
        return element("h2", parts);
    }

    public static Html.Element h3(Part... parts) {
        return element("h3", parts);
    }

    public static Html.Element a(String address, Part... parts) {
        var all = new Part[parts.length + 1];
        all[0] = href(address);
        System.arraycopy(parts, 0, all, 1, parts.length);
        return element("a", all);
    }

    public static Html.Element ul(Part... parts) {
        return element("ul", parts);
    }

    public static Html.Element li(Part... parts) {
        return element("li", parts);
    }

    public static Html.Element table(Part... parts) {
        return element("table", parts);
    }

    public static Html.Element tr(Part... parts) {
        return element("tr", parts);
    }

    public static Html.Element th(Part... parts) {
        return element("th", parts);
    }

    public static Html.Element td(Part... parts) {
        return element("td", parts);
    }

    public static Html.Element code(Part... parts) {
        return element("code", parts);
    }

    public static Html.Element pre(Part... parts) {
        return element("pre", parts);
    }

    public static Html.Element form(Part... parts) {
        return element("form", parts);
    }

    public static Html.Element label(Part... parts) {
        return element("label", parts);
    }

    public static Html.Element input(Part... parts) {
        return element("input", parts);
    }

    public static Html.Element button(Part... parts) {
        return element("button", parts);
    }

    public static Html.Element option(Part... parts) {
        return element("option", parts);
    }

    public static Html.Element select(Part... parts) {
        return element("select", parts);
    }
}
