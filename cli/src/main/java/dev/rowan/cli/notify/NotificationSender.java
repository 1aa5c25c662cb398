package dev.rowan.cli.notify;

import dev.rowan.api.call.Wire;
import dev.rowan.engine.pipeline.NotifySettings;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// Sends notifications to the target that the pipeline names.
interface NotificationSender {

    /// Sends an event; returns the error, if any. Call it on a virtual thread.
    Optional<String> send(NotifyEvent event) throws InterruptedException;

    static NotificationSender of(NotifySettings settings, Wire wire, Path folder, Map<String, String> environment) {
        return switch (settings) {
            case NotifySettings.Command(var command) -> new CommandNotificationSender(command, folder, environment);
            case NotifySettings.Address(var url) -> new HttpNotificationSender(url, wire);
        };
    }
}
