"""Installs the table, or brings it up to date."""

from companion.installed import SERVICE_PORT, table_name
from systemd.installer import avahi, boot, hotspot, i2c, packages, program, release, service, udev, user
from systemd.installer.checkout import version_of
from systemd.installer.checks import check_everything
from systemd.installer.places import HOST
from systemd.installer.steps import Step, carry_out, doings
from systemd.installer.work import Work


def plan(work: Work, writes_boot_lines: bool = False, removes_boot_lines: bool = False) -> list[Step]:
    """Return all steps, in the order in which they can be interrupted anywhere and begun again."""
    steps = [
        packages.bring_packages(work),
        user.make_user(work),
        user.make_state_folder(work),
        release.build_release(work),
        program.place_wrapper(work),
        udev.place_udev_rule(work),
        i2c.load_module(work),
        boot.write_boot_lines(work, writes_boot_lines, removes_boot_lines),
        avahi.announce_pages(work),
        avahi.name_machine(work),
        avahi.tell_avahi(work),
        hotspot.place_hotspot(work),
        release.switch_release(work),
        # Not before: a release knows the plans of those before it, but not of those that come after it.
        program.place_board(work),
        service.place_units(work),
        service.enable_units(work),
        hotspot.start_hotspot(work),
        service.start_table(work),
    ]
    if service.can_start(work) or not work.machine.is_booted:
        # Only now has the new release shown that it runs.
        steps.append(release.prune_releases(work))
    return steps


def install(work: Work) -> None:
    """Install everything. Raises Problem."""
    work.voice.say(f"City Chase {version_of(work.checkout)} on {work.machine.name}")
    # Before the checks: half a release may be what the disk is full of.
    release.put_back(work)
    check_everything(work)
    lacks_boot_lines = not work.options.leaves_boot_settings and boot.lacks_boot_lines(work)
    if work.options.is_dry_run:
        if lacks_boot_lines:
            boot.show_boot_lines(work)
        done = carry_out(doings(plan(work, lacks_boot_lines)), work.voice, is_dry_run=True)
        work.voice.say("This was a dry run: nothing was changed." if done else "Nothing would have to be changed.")
        return
    writes_boot_lines = boot.ask_for_boot_lines(work)
    work.voice.say()
    done = carry_out(doings(plan(work, writes_boot_lines)), work.voice)
    service.forget_what_was_replaced(work)
    work.voice.say()
    work.voice.say("City Chase is installed." if done else "Nothing had to be changed: City Chase is installed.")
    _tell(work, writes_boot_lines)


def address(work: Work) -> str:
    """Return where phones find the pages."""
    # The owner may have given the machine another name.
    name = table_name(work.places.root) or f"{HOST}.local"
    return f"http://{name}/" if work.port == SERVICE_PORT else f"http://{name}:{work.port}/"


def _tell(work: Work, has_written_boot_lines: bool) -> None:
    say = work.voice.say
    left = boot.tell_what_is_left(work, has_written_boot_lines)
    if left:
        say(left)
    elif not work.machine.is_booted:
        say("systemd does not run here: the table opens when this system starts.")
    elif work.options.leaves_stopped:
        say("The table opens when this machine starts, or now: sudo systemctl start citychase")
    say(f"Open on the phones:  {address(work)}")
    said = service.what_it_says(work)
    if said:
        say(f"The table says:      {said}")
    code = _settings_code(work)
    if code:
        say(f"Code for settings:   {code}")
    hotspot.tell_hotspot(work)
    say("If anything is not as it should be:  sudo citychase doctor")


def _settings_code(work: Work) -> str:
    """Return the owner's code, where this release has one."""
    answer = work.commands.ask(str(work.places.wrapper), "settings", "code")
    return "" if answer.code else answer.text.strip()
