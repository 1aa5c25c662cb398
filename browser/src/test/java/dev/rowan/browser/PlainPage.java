package dev.rowan.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Optional;

/// A test page on loopback: `body`, with or without a content security policy.
final class PlainPage implements AutoCloseable {
    private final HttpServer server;

    PlainPage(String body, Optional<String> policy) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 8);
        byte[] page = ("<!DOCTYPE html><html lang=en><head><title>x</title><link rel=icon href=data:,></head><body>"
                        + body)
                .getBytes(UTF_8);
        server.createContext("/", exchange -> {
            try (exchange) {
                policy.ifPresent(words -> exchange.getResponseHeaders().set("Content-Security-Policy", words));
                exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
                boolean there = exchange.getRequestURI().getPath().equals("/");
                exchange.sendResponseHeaders(there ? 200 : 404, there ? page.length : -1);
                if (there) {
                    exchange.getResponseBody().write(page);
                }
            }
        });
        server.start();
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
