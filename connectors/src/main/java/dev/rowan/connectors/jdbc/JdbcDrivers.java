package dev.rowan.connectors.jdbc;

import dev.rowan.api.plugin.PluginException;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/// JDBC drivers: two are built in, others come from a directory of jars, with a class loader of their own.
final class JdbcDrivers {
    private JdbcDrivers() {}

    static Driver load(DatabaseSettings settings) throws IOException {
        return switch (settings.subprotocol()) {
            case "postgresql", "sqlite" -> builtIn(settings);
            default -> fromJars(settings);
        };
    }

    private static Driver builtIn(DatabaseSettings settings) throws PluginException {
        for (Driver driver : ServiceLoader.load(Driver.class, JdbcDrivers.class.getClassLoader())) {
            if (accepts(driver, settings)) {
                return driver;
            }
        }
        throw new PluginException("the URL " + settings.address() + " is not valid for its driver, or the driver is not"
                + " built in here: workers on Flink have none for SQLite");
    }

    /// The jars of a driver that is not built in.
    static List<Path> jars(DatabaseSettings settings) throws IOException {
        var jars = new ArrayList<Path>();
        if (Files.isDirectory(settings.drivers())) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(settings.drivers(), "*.jar")) {
                files.forEach(jars::add);
            }
        }
        return jars.stream().sorted().toList();
    }

    /// The driver stays loaded until the program ends, as drivers start threads that nothing stops.
    @SuppressWarnings("resource")
    private static Driver fromJars(DatabaseSettings settings) throws IOException {
        List<Path> jars = jars(settings);
        if (jars.isEmpty()) {
            throw new PluginException("no driver for jdbc:" + settings.subprotocol() + ": put its jar into "
                    + settings.drivers() + ", or set 'driver' to its directory");
        }
        var urls = new URL[jars.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = jars.get(i).toUri().toURL();
        }
        var loader = new URLClassLoader("jdbc-" + settings.subprotocol(), urls, ClassLoader.getPlatformClassLoader());
        for (Driver driver : ServiceLoader.load(Driver.class, loader)) {
            if (accepts(driver, settings)) {
                return driver;
            }
        }
        throw new PluginException("no jar in " + settings.drivers() + " has a driver for jdbc:" + settings.subprotocol()
                + "; found " + String.join(", ", names(jars)));
    }

    private static boolean accepts(Driver driver, DatabaseSettings settings) {
        try {
            return driver.acceptsURL(settings.url());
        } catch (SQLException _) {
            return false;
        }
    }

    private static List<String> names(List<Path> jars) {
        return jars.stream().map(jar -> String.valueOf(jar.getFileName())).toList();
    }
}
