package dev.rowan.connectors.jdbc;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.secret.Secret;
import dev.rowan.api.secret.SecretOption;
import dev.rowan.api.secret.SecretReference;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How to reach a database: the options that source and sink share. `hidden` is a password within the URL.
record DatabaseSettings(
        String url,
        Optional<String> user,
        Optional<SecretReference> password,
        Optional<SecretReference> hidden,
        Path drivers) {
    private static final Option<String> URL =
            Option.text("url").describedAs("JDBC URL, such as jdbc:postgresql://host/database or jdbc:sqlite:file.db");
    private static final Option<String> USER = Option.text("user").optional().describedAs("user of the database");
    private static final Option<SecretReference> PASSWORD =
            SecretOption.named("password").optional().describedAs("password of the user");
    private static final Option<String> DRIVER = Option.text("driver")
            .optional()
            .describedAs("directory with the jars of the JDBC driver, for databases other than PostgreSQL and SQLite;"
                    + " by default plugins/NAME next to the pipeline file, where the URL starts with jdbc:NAME:");

    static final Options OPTIONS = Options.of(URL, USER, PASSWORD, DRIVER);

    private static final Pattern SHAPE = Pattern.compile("jdbc:([a-z0-9_+.-]+):(.+)");
    private static final Pattern LOGIN = Pattern.compile("(?i)(?:[?&;](?:password|pwd)=([^&;]*)|//[^/@:]*:([^/@]*)@)");

    static DatabaseSettings read(Section section) {
        String url = section.get(URL);
        Matcher shape = SHAPE.matcher(url);
        if (!shape.matches()) {
            section.problem(URL, "must be a JDBC URL such as jdbc:postgresql://host/database or jdbc:sqlite:file.db");
            return new DatabaseSettings(url, Optional.empty(), Optional.empty(), Optional.empty(), section.base());
        }
        String name = shape.group(1);
        boolean bundled = name.equals("postgresql") || name.equals("sqlite");
        if (bundled && section.find(DRIVER).isPresent()) {
            section.problem(DRIVER, "must be absent for " + name + ", whose driver is built in");
        }
        return new DatabaseSettings(
                inFolder(name, shape.group(2), section.base()),
                section.find(USER),
                section.find(PASSWORD),
                hidden(url, section),
                section.find(DRIVER).isPresent()
                        ? section.path(DRIVER)
                        : section.base().resolve("plugins").resolve(name));
    }

    /// A relative file belongs to the pipeline file's directory.
    private static String inFolder(String name, String rest, Path base) {
        String prefix = "jdbc:" + name + ":";
        boolean isFile = (name.equals("sqlite") || name.equals("duckdb")) && !rest.startsWith(":");
        if (!isFile || rest.startsWith("file:")) {
            return prefix + rest;
        }
        int end = rest.indexOf('?');
        String path = end < 0 ? rest : rest.substring(0, end);
        return prefix + base.resolve(path).normalize() + (end < 0 ? "" : rest.substring(end));
    }

    /// The password within the URL, which must come from a variable then.
    private static Optional<SecretReference> hidden(String url, Section section) {
        Matcher login = LOGIN.matcher(url);
        if (!login.find()) {
            return Optional.empty();
        }
        Optional<String> reference = section.node() instanceof ConfigNode.Mapping(var _, var _, var entries)
                        && entries.get(URL.name()) != null
                ? entries.get(URL.name()).value().location().reference()
                : Optional.empty();
        if (reference.isEmpty()) {
            section.problem(URL, "must not contain a password; set 'password' to ${NAME}, or 'url' as a whole");
        }
        String password = login.group(1) == null ? login.group(2) : login.group(1);
        return password.isBlank()
                ? Optional.empty()
                : Optional.of(new SecretReference.Given(Secret.of(reference.orElse("url"), password)));
    }

    /// The name of the kind of database in the URL.
    String subprotocol() {
        return url.substring("jdbc:".length(), url.indexOf(':', "jdbc:".length()));
    }

    /// The URL without parameters and logins.
    String address() {
        String plain = url.replaceFirst("//[^/@]*@", "//");
        for (char end : new char[] {'?', ';'}) {
            int at = plain.indexOf(end);
            plain = at < 0 ? plain : plain.substring(0, at);
        }
        return plain;
    }

    /// The file of an embedded database.
    Optional<Path> file() {
        String name = subprotocol();
        String rest = address().substring("jdbc:".length() + name.length() + 1);
        boolean isFile = (name.equals("sqlite") || name.equals("duckdb")) && !rest.startsWith(":");
        return isFile && !rest.startsWith("file:") && !rest.isEmpty() ? Optional.of(Path.of(rest)) : Optional.empty();
    }
}
