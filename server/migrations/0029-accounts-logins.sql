-- Every login looks back on the person's last ones: however much else they did stands between.
CREATE INDEX audit_logins ON audit (actor_person_id, at DESC) WHERE action = 'session.started';
